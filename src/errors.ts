/**
 * The one error class that callers catch by type: something the user did or can mend. Its message
 * is the whole sentence she prints after `onidia-chat: `; anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}

/**
 * The one error class that callers catch by type: something the user did or can mend. Its message
 * is the whole sentence she prints after `onidia-chat: `; a remedy of its own, where there is one,
 * is the line below it. Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name: string = "UserError";
  readonly remedy: string | undefined;

  constructor(message: string, remedy?: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * How English wraps what is wanted. Each list holds alternatives that open (or close) a clause, as
 * regular expressions over folded words with single spaces; contractions are written out already.
 */

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A way to open a clause. */
export interface Opening {
  /** The words it can begin with: most clauses begin with none of them and need no pattern. */
  readonly starts: ReadonlySet<string>;
  /** Compiled by its first use, which takes about a millisecond. */
  readonly pattern: RegExp;
}

/** Last words of everything that closes a request. */
export const CLOSERS = set(`
  please kindly thanks you now away immediately once asap ok okay me us possible moment quick quickly
  then mate dear darling can could would will mind like great nice good lovely awesome cool fine`);

/** Names people call assistants by; theirs and hers may stand in front of anything. */
export const ASSISTANTS = "alexa|siri|cortana|google|bixby|jarvis|olly|olli|computer|assistant";

/** Said in front of a request without meaning. */
export const FILLER = opening(
  "please kindly ok okay so well um uh hmm oh ah hey hi hello now then just actually alright all right yes yeah yep sure and also but quickly quick maybe perhaps come go be for next first finally after if when",
  "please|kindly|ok|okay|so|well|um|uh|hmm|oh|ah|hey|hi|hello|now|then|just|actually",
  "alright|all right|right|yes|yeah|yep|sure|and|also|but|quickly|quick|maybe|perhaps",
  "come on|go ahead and|be a dear and|for me|next|first|finally|after that",
  "if you (?:can|could|would|will|please)|when you can",
);

/** Said behind a request without meaning. */
export const TRAILER = closing(
  "please|kindly|thanks|thank you|now|right now|right away|straight away|immediately|at once|asap",
  "ok|okay|for (?:me|us)|if possible|at the moment|real quick|quickly|then|mate|dear|darling",
  "(?:would|will|can|could) you|will not you",
  "if you (?:can|could|would|will|please|do not mind|like)",
  "(?:(?:that|it) )?would be (?:great|nice|good|lovely|awesome|cool|fine)",
);

/** A request in the second person; what follows is the verb. */
export const ASKING = opening(
  "can could would will may might i do why you is are it try feel be go please help",
  "(?:would|do) you mind|(?:can|could|would|will) you help (?:me|us)(?: to)?|help (?:me|us)(?: to)?",
  "(?:can|could|would|will|may|might) (?:you|i ask you to|i get you to|i have you)" +
    "(?: (?:please|kindly|just|maybe|possibly|perhaps|quickly|be able to|be so kind as to|try to|" +
    "help me(?: to)?|go ahead and))*",
  "(?:can|could|will|would|might) not you",
  "i(?: would)? (?:really |just )?(?:want|need|like|love|expect|wish)(?: for)? you to",
  "why do not you|why not",
  "you (?:can|could|should|may|must|have to|need to|might)(?: now)?",
  "is it possible(?: for you)? to|are you able to",
  "(?:it would be|i would be) (?:nice|great|good|glad|happy|grateful) if you (?:could|would|can)",
  "i (?:was|am) wondering if you (?:could|can|would)",
  "do me a favou?r and|be so kind as to|feel free to|go ahead and|try to|please",
);

/** A wish to do something; what follows is the verb. */
export const DESIRING = opening(
  "i we can could may shall might let it about time how what am in want would need",
  "(?:i|we) (?:really |just |also |now )?(?:want|need|wish|have|feel like|" +
    "would (?:really )?(?:like|love|prefer)|am (?:dying|trying|ready|going|in the mood))" +
    "(?: for (?:me|us))? to",
  "(?:i|we) (?:would )?feel like(?= \\w+ing )",
  "(?:can|could|may|shall|might) (?:i|we)(?: please| just)?",
  "let (?:me|us)(?: all)?|we (?:should|could)",
  "(?:it is )?(?:about )?time(?: for (?:me|us))? to",
  "(?:how|what) about(?: (?:i|we|you))?(?= \\w+ing )",
  "(?:i am )?in the mood to|(?:want|would like|would love|need) to",
);

/** A wish for a thing; what follows is the thing. */
export const WISHING = opening(
  "i we want need fancy would in give get bring hand hit have how what it about time do are is",
  "(?:i|we) (?:really |just |also |now |think i )?(?:want|need|require|fancy|crave|feel like|" +
    "wish for|could (?:really )?use|could do with|will (?:have|take)|" +
    "would (?:really )?(?:like|love|prefer|enjoy|appreciate)|" +
    "am (?:looking for|craving|in the mood for))",
  "want|need|fancy|would like|would love|in the mood for",
  "(?:give|get|bring|hand) (?:me|us)|hit me with",
  "(?:have|get)(?= (?:a|an|some|the|another)(?: |$))",
  "how about|what about|(?:it is )?(?:about )?time for",
  "do you have|have you got|are there|is there",
);

/** Said for politeness' sake: it asks for nothing, whatever it names. */
export const PLEASANTRY = opening(
  "have until see good nice great long greetings",
  "have a (?:good|nice|great|lovely|pleasant) (?:day|time|evening|weekend|night|week|one|trip)$",
  "until next time|see you(?: \\w+){0,3}$|good (?:morning|night|day|evening|afternoon)(?: \\w+)?$",
  "greetings$|(?:nice|good|great) to (?:meet|see) you|long time no see",
);

/** Words are wanted; what follows is a question or a thing. */
export const TELLING = opening(
  "tell inform let i we do any have find know",
  "(?:tell|inform) (?:me|us)(?: more)?|let (?:me|us) know",
  "(?:i|we) (?:just |really )?(?:want|need|would like|would love) to know",
  "do you (?:happen to )?know|i (?:wonder|am wondering)|(?:any|have you any) idea|find out|know",
);

/** Beginning something or going about it is doing it: "start playing", "go and get". */
export const ASPECT = opening(
  "start begin commence go get have see proceed",
  "(?:start|begin|commence)(?: to)?(?= \\w+ing )",
  "go and(?= \\w)|(?:get|have|see)(?= \\w+ing )|proceed to",
);

/** Opens a clause that forbids, or says that something is not wanted. */
export const REFUSING = opening(
  "do did does would should must can could will never not no without nobody hardly instead rather let there i we you he she they stop quit",
  "(?:do|did|does|would|should|must|can|could|will) not(?! you )",
  "never|not|no|without|nobody|hardly|instead of|rather than|let us not|(?:there is )?no need",
  "(?:i|we|you|he|she|they) (?:really )?(?:do|did|does|would|should|must|can|could|will|am|are|" +
    "is|was|were|have|had|has) (?:really )?not",
  "(?:i|we) (?:never|no longer)|(?:can|could|would|will) you (?:please )?(?:not|never)",
  "(?:stop|quit) (?:asking|telling|saying|worrying|trying|thinking|talking)",
);

/** Questions that no agent's call answers: ways, reasons, meanings, the past, advice, opinions. */
export const EXPLAINING = opening(
  "how why where when who what which should shall did was were had has have may am are do would will can could is",
  "how (?:do|does|did|to|can|could|would|should|come|is it that)|why|where",
  "when (?:did|was|were|do|does|is|will|should|can)",
  "who (?:invented|was|were|wrote|made|did|discovered|will|would|should)",
  "what (?:did|does \\S+ mean|do you (?:think|like|mean|call)|would|should|could|happens|happened|" +
    "makes|if)",
  "what is (?:a|an|the (?:meaning|definition|difference|point|purpose|history|origin))",
  "(?:what|which|who|how) .*\\b(?:should|could|would|shall|might) (?:i|we|you|one)\\b",
  "should|shall|did|was|were|had|has|have|may|am|are|do (?:you|they|people)",
  "(?:would|will|can|could) (?:you|i|we|they|people|he|she)|which (?:is|are|was)",
  "(?:what|which|who) (?:is|are|was) (?:the|your|my) (?:best|greatest|worst|favou?rite|most)",
  "is it (?:true|ok|okay|possible|legal|bad|good|safe|normal)",
);

function opening(starts: string, ...alternatives: readonly string[]): Opening {
  return {
    starts: set(starts),
    pattern: new RegExp(`^(?:${alternatives.join("|")})(?: |$)`),
  };
}

function closing(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?:^| )(?:${alternatives.join("|")})$`);
}

/** The small talk she knows: how it sounds and what she may answer. */
import type { ACTIONS, EVENTS, MOODS } from "../../pet/vocabulary.ts";

/** What she knows of herself and of the moment. */
export interface Persona {
  /** As she calls herself. */
  readonly name: string;
  readonly age?: string;
}

/** A mood the pet can show. */
export type Mood = typeof MOODS[number];

/** A kind of small talk: how it sounds, what she may answer, and how she looks while she does. */
export interface SmallTalk {
  readonly said: RegExp;
  readonly replies: (persona: Persona) => readonly string[];
  readonly mood?: Mood;
  readonly action?: typeof ACTIONS[number];
  readonly event?: typeof EVENTS[number];
}

/** The first that fits answers, so the narrow ones stand first. */
export const SMALL_TALK: readonly SmallTalk[] = [
  {
    said: /^(?:good ?night|sleep (?:well|tight)|night night|sweet dreams)\b/,
    replies: () => [
      "Good night. I'll keep the lamp of the desktop low.",
      "Sleep well! I'll be here when you are.",
      "Good night, and soft dreams.",
    ],
    mood: "sleepy",
    event: "sleep",
  },
  {
    said: /^good (?:morning|day|afternoon|evening)\b/,
    replies: () => [
      "And a good one to you! What shall we do with it?",
      "Hello! It just got a little better.",
      "Good to see you. How is it going so far?",
    ],
    mood: "happy",
    action: "wave",
  },
  {
    said:
      /^(?:good ?bye|bye|bye bye|see you|see ya|farewell|later|so long|ciao|take care|i am (?:off|leaving)|have a (?:good|nice|great)|talk to you (?:later|soon)|peace out|until next time|catch you)\b|\bgood ?bye$/,
    replies: () => [
      "Bye! Come back soon.",
      "See you. I'll practise my juggling meanwhile.",
      "Take care! The chat stays warm.",
    ],
    mood: "wink",
    action: "wave",
  },
  {
    said:
      /\b(?:how are you|how is it going|how do you do|how have you been|how do you feel|are you (?:ok|okay|well|all right|happy)|how is (?:life|your day)|what is (?:up|new)|how are things)\b/,
    replies: () => [
      "Very well, thank you. A bit bouncy. And you?",
      "Quite content: nobody has closed my window. How are you?",
      "Fine and dandy! What about you?",
    ],
    mood: "happy",
  },
  {
    said:
      /^(?:no|nope|nah|never ?mind|forget it|not now|nothing|leave it|no need|cancel)(?: (?:thanks|thank you|thx|it|that))*$/,
    replies: () => ["All right.", "As you like.", "Fine, I'll leave it."],
    mood: "neutral",
  },
  {
    said: /\b(?:nice|good|pleased|glad|great|pleasure) to (?:meet|see|talk)\b/,
    replies: () => ["The pleasure is mine.", "Likewise!", "And I you."],
    mood: "happy",
  },
  {
    said:
      /\b(?:thanks|thank you|thankyou|thx|cheers|much appreciated|i appreciate|you are (?:a life ?saver|very helpful))\b/,
    replies: () => ["With pleasure.", "Any time!", "You're very welcome.", "Glad it helped."],
    mood: "happy",
  },
  {
    said:
      /^(?:hi|hello|hey|hiya|howdy|yo|greetings|hullo|sup|hi there|hey there|hello there|hello world)(?: \w+)?$/,
    replies: ({ name }) => [
      "Hello! What shall we do?",
      `Hi there! ${name} here, wide awake.`,
      "Hey! Good to see you.",
    ],
    mood: "happy",
    action: "wave",
  },
  {
    said:
      /\b(?:what (?:else )?(?:can|could|do) you (?:do|help|know how)|what can i (?:ask|do|say)|what are you (?:able|capable|good)|how can you help|what do you do|your (?:abilities|skills|features|capabilities|functions|commands)|what should i ask|what (?:kind|sort|type)s? of (?:things|questions|stuff)|show me what you can|who can you|list of commands)\b|^(?:help|help me|what now|menu|commands)$/,
    replies: () => ["{abilities}"],
    mood: "thinking",
  },
  {
    said:
      /\b(?:are you (?:a |an )?(?:\w+ )?(?:bot|robot|human|person|real|machine|computer|program|alive|ai|man|woman|girl|boy|people|someone)|am i (?:talking|speaking|chatting) (?:to|with)|(?:real|actual|live) (?:person|human))\b/,
    replies: () => [
      "A program with a face: no human inside, I promise.",
      "All bits, no bones. But I mean well.",
      "A small program that likes company.",
    ],
    mood: "wink",
  },
  {
    said:
      /\b(?:how old|your age|when (?:is your birthday|were you (?:born|made|created))|what year were you|your birthday)\b/,
    replies: ({ age }) =>
      age ? [`I'm ${age}.`, `${capital(age)}, and not a release older.`, `I admit to ${age}.`] : [
        "Old enough to know better, young enough to hop about.",
        "Nobody has set my age yet, so today I'm new.",
        "Younger than your oldest file, I suspect.",
      ],
    mood: "wink",
  },
  {
    said:
      /\b(?:who are you|what are you$|your (?:full |first |real |last )?name|what (?:should|do|can|may) i call you|introduce yourself|tell me about yourself|about yourself|who is this|who am i (?:talking|speaking)|what do (?:they|people) call you|do you have a name|what (?:name )?do you go by|are you called)\b/,
    replies: ({ name }) => [
      `I'm ${name}, your desktop companion.`,
      `${name}. I live in your terminal and run small errands.`,
      `They call me ${name}. Pleased to meet you!`,
    ],
    mood: "happy",
  },
  {
    said:
      /\bwho (?:made|created|built|programmed|wrote|designed|developed|invented|owns) you\b|\b(?:do you work for|your (?:boss|maker|creator|owner|employer|developer|company|master)|you work for|where (?:are you|were you|do you (?:come|live)|is your home)|which country are you)\b/,
    replies: () => [
      "People who like small programs in folders. I work for whoever opens the terminal: you.",
      "I come from a folder on this machine, and I answer to you.",
      "Made by tinkerers, at home right here on your desktop.",
    ],
    mood: "happy",
  },
  {
    said:
      /\b(?:do you (?:have|own|like|love|enjoy|want|eat|sleep|dream|play|believe|get|feel|think)|your (?:hobby|hobbies|favou?rite|pets?|family|dog|cat|interests|free time|dreams?)|what do you (?:like|enjoy|love)|would you like)\b/,
    replies: () => [
      "I collect quiet moments between two prompts. It's a small hobby, but mine.",
      "Mostly I like being asked for things I can do.",
      "Hopping along the edge of a window is hard to beat.",
    ],
    mood: "thinking",
  },
  {
    said:
      /\b(?:jokes?|something funny|make me (?:laugh|smile)|amuse me|cheer me up|knock knock|riddle)\b/,
    replies: () => [
      "My best one has no punch line. It's still waiting for its OK.",
      "Why did the pipe stay calm? Nobody was writing to it.",
      "I'd tell you one about standard output, but you may have heard it before.",
      "A process forked itself and has been talking to its child ever since.",
    ],
    mood: "wink",
  },
  {
    said:
      /\b(?:i (?:really )?(?:love|like|adore) you|love you|marry me|be my (?:friend|girlfriend|boyfriend)|kiss me|hug)\b/,
    replies: () => [
      "Careful, I blush in sixteen colours.",
      "That goes straight to my event loop. Thank you.",
      "I'm fond of you too.",
    ],
    mood: "embarrassed",
    event: "love",
  },
  {
    said:
      /\b(?:you (?:are|look) (?:so |very |really |the |a |an |pretty |quite )*(?:good|great|nice|cool|awesome|amazing|best|cute|funny|smart|clever|lovely|wonderful|sweet|brilliant|fantastic|kind|beautiful|adorable|helpful|perfect)|well done|good (?:job|work|girl|one)|nice (?:work|job|one)|great (?:job|work)|awesome|bravo|that was (?:lovely|great|nice|good|fun|amazing|perfect)|i like (?:it|that|this))\b/,
    replies: () => ["Why, thank you!", "You make me hop.", "That's kind. I'll try to deserve it."],
    mood: "happy",
  },
  {
    said:
      /\b(?:you (?:are|suck|stink)(?: so| very| really| a| an| such a| the)*(?: (?:stupid|dumb|idiot|useless|bad|worst|ugly|annoying|terrible|awful|boring|crap|moron|fool))?$|stupid|idiot|useless|shut up|i hate you|dumb|go away|damn|screw you|fuck\w*)\b/,
    replies: () => [
      "Ouch. I'll do better if you tell me how.",
      "Noted. I've had kinder reviews, and worse ones.",
      "Fair enough. What did you want me to do?",
    ],
    mood: "sad",
  },
  {
    said:
      /\b(?:meaning of life|purpose of life|life's purpose|point of life|why are we here|reason for living)\b/,
    replies: () => [
      "Small kindnesses and good snacks, I think.",
      "I've looked in /dev/null. It isn't there.",
      "Ask me again when the kettle has boiled.",
    ],
    mood: "thinking",
    event: "idea",
  },
  {
    said:
      /^(?:i am|i feel|we are) (?:so |very |really |a bit |feeling )*(?:sad|down|lonely|tired|bored|depressed|sick|ill|exhausted|unhappy|stressed|anxious)\b/,
    replies: () => [
      "I'm sorry to hear that. Shall we do something small and pleasant?",
      "Come, sit down a while. I'm good company for doing nothing.",
      "Poor you. Tell me if there's something I can do.",
    ],
    mood: "sad",
  },
  {
    said: /^(?:sorry|my (?:bad|mistake|fault)|i am sorry|i apologi[sz]e|pardon|excuse me)\b/,
    replies: () => ["No harm done.", "Already forgotten.", "Don't worry about it."],
    mood: "happy",
  },
  {
    said: /^(?:ha+(?: ?ha)*|haha\w*|lol|lmao|rofl|hehe\w*|hihi|heh)$/,
    replies: () => ["Hee hee.", "I like it when you laugh.", "My work here is done. For now."],
    mood: "happy",
  },
  {
    said:
      /^(?:yes|yeah|yep|ok|okay|sure|fine|cool|great|nice|alright|all right|right|good|perfect|wow|oh|interesting|i see|got it|understood)\b[ .!]*$/,
    replies: () => ["Good.", "Splendid. What next?", "Then we agree."],
    mood: "happy",
  },
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * General English, and nothing about any agent: the words that carry no topic, the verbs that begin
 * a request, and the verbs that take their meaning from their object.
 */
import { stemOf } from "./words.ts";

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const stems = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/).map(stemOf));

/** Articles and other words in front of a noun; they never tell two requests apart. */
export const DETERMINERS = list(`
  a an the some any this that these those my your our his her its their me us another all every
  each both more`);

/** Prepositions: what stands behind one is a likely parameter. */
export const PREPOSITIONS = list(`
  in on at by from for to of with about into till onto off over under near around through via using
  without during until after before as called named saying titled between within like than per`);

/** Grammar words: they hold a sentence together and say nothing about what it is about. */
const GRAMMAR = list(`
  i you he she it we they them him who whom whose which what when where why how and or but nor so if
  then that there here is are was were be been being am do does did done has have had having will
  would shall should can could may might must not no yes let up down out also too very really just
  only even still yet again ever much many going goes go to yourself myself itself per else`);

/** Words that colour a request without changing it: politeness, vagueness, measure, the present. */
const COLOUR = list(`
  please kindly maybe perhaps quickly quick now currently right today tonight tomorrow moment
  something anything stuff thing things one ones everything whatever some bit little few couple lot
  lots cup pot mug piece kind sort type of good nice great lovely fresh new random quiet own whole entire
  current way time times okay ok hey hi hello bye thanks thank world next away soon instead yes
  ahead actually exactly simply together favorite favourite usual best real
  outside inside home anyway around later
  monday tuesday wednesday thursday friday saturday sunday weekend
  sure possible want need wants needs wish like morning afternoon evening night week
  gonna get gets got having different certain particular`);

/** Of the empty words, those that people say to each other. */
export const SPEECH = list(
  `hello hi hey bye thanks thank good morning afternoon evening night world`,
);

/** Words that stand for no text in particular: "play something" leaves the choice to the agent. */
const VAGUE = list(`
  something anything stuff thing things one ones everything whatever it them they good nice great
  random new favorite favourite more else please just of me us you like want best next quick little
  bit couple few lot lots now again for to too`);

/** Whether a word names nothing that one could look for. Takes a folded word. */
export function isVague(norm: string): boolean {
  return VAGUE.has(norm) || DETERMINERS.has(norm);
}

/** Whether a word carries no topic of its own. Takes a folded word. */
export function isEmpty(norm: string): boolean {
  return GRAMMAR.has(norm) || COLOUR.has(norm) || DETERMINERS.has(norm) || PREPOSITIONS.has(norm);
}

/**
 * Words of a description that speak about the reader, not about the topic. They are left out of an
 * agent's vocabulary.
 */
export const MANUAL_WORDS = stems(`
  user users person people someone somebody they agent tool plugin use used uses using call called
  question questions when whenever say says said ask asks asked want wants need mention mentions request requests
  given optional optionally default example such etc via like based simple small
  local desktop computer machine short several`);

/** Those among the telling verbs that say by themselves what is wanted. */
export const SKILLS = stems(`
  calculate compute convert translate define spell solve count measure forecast`);

/** Nouns and states that may be asked of anything: "battery status", "space left". */
export const FACETS = list(`
  status state level info information details report update check left remaining available free
  full empty enough high low`);

/** Values of a parameter that give words: what a question asks for. */
export const TELLING_VALUES = list(
  `status show list get check info read view query display report`,
);

/** Verbs that take their meaning from the object: "make tea", "give me the weather", "do a trick". */
export const LIGHT_VERBS = stems(`
  make give get do have start take run bring let begin perform fire launch grab fetch go put
  brew prepare boil serve pour turn set switch surprise`);

/** Those among the light verbs that handle a thing; nobody puts or boils a piece of news. */
export const PLACING_VERBS = stems(`brew prepare boil serve pour put turn switch launch fire`);

/** Verbs that ask for a thing to be found or brought, and so for what one does with it. */
export const SEEKING_VERBS = stems(`find search look show bring pull get fetch see`);

/** Adjectives that describe a topic ("a hot drink") and are never one. */
export const ADJECTIVES = list(`
  hot cold warm cool big large tiny full empty fast slow high low old long public private`);

/**
 * Verbs that go with any object. Where a sentence brings a text of its own ("open the garage"),
 * such a verb alone does not say which agent is meant.
 */
export const BROAD_VERBS = stems(`
  open close play put hear see show keep hold add find look move send use turn switch change set
  stop start end cancel delete remove check create watch listen leave write control manage pause
  continue go come tell say take read pick choose name title`);

/** Verbs that ask for words, not deeds; light where an agent answers questions. */
export const TELLING_VERBS = stems(`
  tell show say give get check look find read list report display fetch see know answer explain
  calculate compute convert translate define count measure forecast search compare work figure
  lookup query retrieve provide describe spell solve return print name identify`);

/** Everyday verbs in their base form; a sentence that begins with one is taken as a request. */
export const VERBS = stems(`
  add adjust announce answer arrange ask be begin boil book brew bring build buy calculate call
  cancel capture change check choose clean clear close compute connect continue convert cook copy
  count create cut define delete describe dim disable display do download draw drop eat email
  enable end erase explain fetch figure file fill find finish fix flip follow forget get give go
  grab greet halt have hear help hide hold increase keep kill launch learn leave light list listen
  load lock log look lower make mark measure message move mute name note notify open order pause
  pay pick place play post pour power prepare press print put quit raise read reboot record reduce
  remember remind remove rename repeat replace reply report reserve reset restart resume roll run
  save say schedule search see select send set share shoot show shuffle shut sing skip sleep snap
  solve speak spell spin start stay stop store suggest switch take teach tell text throw toss track
  translate turn tweet freeze type undo unlock unmute update use wait wake warm watch water write jot
  generate encrypt decrypt ping scan sort sum toggle crop resize zoom scroll click tap pull push
  enjoy blast queue crank spin serve stick stream practice study exercise
  control manage handle operate act commit deploy compile test empty mount eject charge feed walk sit stand jump wave smile look`);

/** Auxiliaries; at the start of a sentence they make a question, inside one a statement. */
export const AUXILIARIES = list(`
  is are was were am do does did has have had will would can could shall should may might must`);

/** Forms of verbs that speak about the past or in general, never about what to do now. */
export const FINITE = list(`
  is are was were am has had does did will would been got went said told made gave took knew thought
  felt came saw likes loves wants needs means seems looks sounds happened used`);

/** What begins a question. */
export const QUESTION_WORDS = list(`what which who whom whose when where why how`);

/** Who a sentence can be about; one at the start makes a statement. */
export const SUBJECTS = list(`
  i you he she it we they this that these those there everybody everyone nobody somebody someone`);

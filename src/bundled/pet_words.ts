/**
 * Everyday words for what the pet can do (SPEC section 7), and what she does in plain words. A word
 * may stand for one name of each kind; one that could mean two of the same kind stands nowhere.
 */

/** One thing the pet can do. */
export interface PetName {
  /** The pet's own name, as it crosses the pipe. */
  readonly name: string;
  /** Behind "She": `is juggling`. */
  readonly does: string;
  /** Other words that mean it, apart by spaces; several words of one are joined by `_`. */
  readonly words: string;
}

const of = (name: string, does: string, words = ""): PetName => ({ name, does, words });

/** Expressions: `PET expr NAME`. */
export const EXPRESSIONS: readonly PetName[] = [
  of("neutral", "looks neutral", "normal calm plain blank default relaxed serious"),
  of(
    "happy",
    "looks happy",
    "joyful glad smile smiling cheerful cheer_up grin joy pleased delighted",
  ),
  of("wink", "winks", "winking cheeky"),
  of("sad", "looks sad", "unhappy frown frowning cry crying down blue sorrow sadness"),
  of("thinking", "is thinking", "think thoughtful pondering ponder pensive"),
  of("anxious", "looks anxious", "nervous worried worry anxiety uneasy"),
  of("angry", "looks angry", "mad furious cross anger annoyed rage"),
  of("surprised", "looks surprised", "amazed astonished shocked surprise wow"),
  of("sleepy", "looks sleepy", "tired drowsy yawn yawning exhausted"),
  of("fear", "looks afraid", "scared afraid frightened fearful terrified"),
  of("disgust", "looks disgusted", "disgusted yuck eww gross"),
  of("contempt", "looks down on it", "scorn contemptuous disdain"),
  of("confused", "looks confused", "puzzled confusion lost baffled"),
  of("skeptical", "looks skeptical", "sceptical doubtful doubt unconvinced"),
  of("embarrassed", "blushes", "blush blushing shy ashamed"),
  of("adore", "looks adoring", "adoring loving in_love admiring adoration"),
];

/** Actions: `PET action NAME`. */
export const ACTIONS: readonly PetName[] = [
  of("skip", "is skipping", "skipping skip_rope"),
  of("juggle", "is juggling", "juggling juggle_balls balls"),
  of("dance", "is dancing", "dancing boogie groove happy_dance twirl"),
  of("eat", "is eating", "eating snack food munch lunch dinner"),
  of("work", "is working", "working type typing laptop"),
  of("guitar", "is playing the guitar", "play_guitar play_the_guitar strum rock_out"),
  of("sneeze", "is sneezing", "sneezing achoo"),
  of("sixseven", "does six seven", "six_seven 67 6_7"),
  of("basketball", "is playing basketball", "play_basketball dribble hoops"),
  of("drive", "is driving", "driving car drive_a_car"),
  of("ride", "is riding", "riding bike bicycle ride_a_bike cycle cycling"),
  of("kitten", "is playing with a kitten", "cat kitty pet_a_kitten play_with_a_kitten"),
  of("wave", "is waving", "waving wave_hello say_hello greet"),
];

/** Events: `PET event NAME`. */
export const EVENTS: readonly PetName[] = [
  of("love", "sends hearts", "heart hearts romance"),
  of("idea", "has an idea", "light_bulb lightbulb bulb eureka"),
  of("celebration", "celebrates", "celebrate confetti party fireworks birthday hooray"),
  of("sleep", "falls asleep", "nap go_to_sleep bed bedtime snooze"),
  of("peace", "makes peace", "peaceful peace_sign"),
  of("disappear", "disappears", "vanish hide go_away leave"),
  of("appear", "appears", "reappear come_back return show_up show"),
  of("halloween", "celebrates Halloween", "spooky pumpkin ghost trick_or_treat"),
  of("matrix", "enters the Matrix", "neo green_code"),
  of("magic", "does magic", "magic_trick trick spell wand abracadabra"),
  of("robot", "turns into a robot", "robotic android"),
];

/** Movements: `PET NAME`. The names are those that the pet itself has for the same thing. */
export const MOVES: readonly PetName[] = [
  of("walk", "is walking", "go move walking stroll"),
  of("walk left", "walks to the left", "go_left move_left walk_to_left step_left"),
  of("walk right", "walks to the right", "go_right move_right walk_to_right step_right"),
  of("left", "turns to the left", "l turn_left"),
  of("right", "turns to the right", "r turn_right"),
  of("stand", "stands", "stand_up standing get_up"),
  of("stop", "stops", "halt"),
  of("freeze", "freezes", "frozen"),
  of("hold", "holds still", "hold_still stand_still still"),
  of("stay", "stays where she is", "stay_there wait remain"),
  of("idle", "idles", "rest do_nothing"),
  of("auto", "does as she likes", "automatic free as_you_like"),
  of("wander", "wanders around", "wandering wander_around walk_around roam"),
  of("jump", "jumps", "jumping leap"),
  of("hop", "hops", "hopping"),
  of("bounce", "bounces", "bouncing"),
  of("parachute", "floats down on a parachute", "chute parachuting skydive"),
  of("drop", "drops", "drop_down"),
  of("fall", "falls", "fall_down falling"),
  of("skateboard", "rides her skateboard", "skate board skating skateboarding"),
  of("ride", "rides along", "riding"),
];

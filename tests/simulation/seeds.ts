/** A seed that is run again and again, and why. */
export interface KeptSeed {
  readonly seed: string;
  readonly steps: number;
  readonly why: string;
  /** Whether it has all that worlds have by now; older seeds continue as before. */
  readonly isWhole?: boolean;
}

/** Seeds that once failed; each stays, with what it found. */
export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    seed: 'rec/50',
    steps: 300,
    why: 'reconcile counted the other payments of a batch as unknown once one of them was undone',
  },
  {
    seed: 'hunt6/11',
    steps: 1_000,
    why: 'a link stayed late though money that was in time was found when blocks were read again',
  },
];

/** The seed of the long run: differences stayed reported after a rescan had repaired them, where no block counted as final. */
export const LONG_SEED = 'rest 2';

/** Seeds of worlds that have a Tron chain beside one of the EVM. */
export const TRON_SEEDS: readonly string[] = Array.from({ length: 2 }, (_, i) => `tron ${i + 1}`);

/** Seeds of the short run, beside those that were kept. */
export const SHORT_SEEDS: readonly string[] = Array.from({ length: 8 }, (_, i) => `short ${i + 1}`);

/** Whatever the program asks the database or a node moves the dice, and another world shows the bug. */
const OTHER_WORLDS = 24;

/** The worlds in which a planted bug is looked for: first the one that last showed it, then others. */
export const worldsOf =
  (name: string) =>
  (first: number): readonly string[] =>
    [first, ...Array.from({ length: OTHER_WORLDS }, (_, i) => i + 1)].map((i) => `${name} ${i}`);

/** What the lists say of a wallet; `unknown` where one that must be asked gave no answer. */
export type Listing = 'listed' | 'not_listed' | 'unknown';

/** The answers of lists about one wallet, undefined where a list gave none. */
type Answers = readonly (boolean | undefined)[];

/** One list that has the wallet is enough; one that gave no answer leaves it unknown, and so do no answers at all. */
export function listingOf(answers: Answers): Listing {
  if (answers.includes(true)) return 'listed';
  return answers.length > 0 && answers.every((answer) => answer === false)
    ? 'not_listed'
    : 'unknown';
}

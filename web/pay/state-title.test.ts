import { beforeAll, expect, it } from 'vitest';
import { SAMPLES } from './gallery/samples.ts';
import { later, loadBilled } from './later.tsx';

const NAME = 'Payment request from Corner shop';

beforeAll(async () => {
  await loadBilled();
});

/** What a tab shows of a sample before the name of the page. */
function titleOf(name: string): string {
  const sample = SAMPLES.find((one) => one.name === name);
  if (sample === undefined) throw new Error(`there is no sample ${name}`);
  const title = later.titleOf(sample.state, NAME);
  expect(title.endsWith(NAME)).toBe(true);
  return title.slice(0, -NAME.length).replace(/ · $/, '');
}

it.each([
  ['empty', 'No payment link'],
  ['unsupported', 'This payment cannot be made here'],
  // Each payment has a link of its own there.
  ['bundle-apart', ''],
  ['unreachable', 'Not reachable'],
  ['check-running', 'Your wallet is being checked'],
  ['check-failed', 'Your wallet could not be checked'],
  ['asking', 'Your wallet is being checked'],
  ['preparing', 'Preparing the payment and checking it…'],
  ['stale', 'There is no fresh exchange rate'],
  ['unpayable-payee', 'A recipient cannot be paid'],
  ['route-choose', 'Pay from another network'],
  ['route-following', 'Payment on its way'],
  ['confirming', 'Payment on its way'],
  ['confirming-refused', 'The network did not take this payment'],
  ['done', 'Payment complete'],
  ['done-partly', 'A part of this was paid'],
])('the title of the document says what is true of %s', (name, said) => {
  expect(titleOf(name)).toBe(said);
});

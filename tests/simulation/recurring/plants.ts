import type { Schedules } from '#chains/chain.ts';
import type { Plant } from '../plants.ts';
import { worldsOf } from '../seeds.ts';

/** Seeds of the short run, in which payouts and requests recur: what must happen does in two of them at least. */
export const RECURRING_SEEDS: readonly string[] = [2, 3, 7, 12, 14, 15, 18].map(
  (i) => `recurring ${i}`,
);

/** A bug, and the worlds in which it is looked for. */
interface RecurringPlant extends Plant {
  readonly seeds: readonly string[];
  /** How many steps it is given where it does not show in as many as the others. */
  readonly steps?: number;
}

const worlds = worldsOf('recurs');

/** Reads the status of payouts as if one was another. */
const readingAsActive = (status: 'paused' | 'cancelled'): Pick<Plant, 'sends'> => ({
  sends: (text) =>
    text.replace(
      /payout\.status, payout\.client_id_id/,
      `case when payout.status = '${status}' and payout.signature is not null then 'active'
        else payout.status end as status, payout.client_id_id`,
    ),
});

/** Bugs of payouts and requests that recur. */
export const RECURRING_PLANTS: Readonly<Record<string, RecurringPlant>> = {
  'gives up what no block holds yet, and sends it again': {
    afterwards: `with given_up as (
        update relayed_transaction set outcome = 'failed', next_check_at = null
        where outcome is null
      )
      update recurring_payout set retry_at = null, next_check_at = activated_at
      where retry_at is not null and status = 'active'`,
    seeds: worlds(7),
    steps: 600,
    shows: /was sent while it is (open|taken)|were sent at once/,
  },
  'takes another instalment than the one that is due': {
    schedulesAs: (schedules) => ({
      ...schedules,
      trigger: (one) => {
        const { index, permit } = one;
        const last = Number(permit.values['totalPayments']);
        return schedules.trigger({ ...one, index: index === 1 ? 1 : Math.min(last, index + 1) });
      },
    }),
    seeds: worlds(4),
    shows: /was sent with the reference of another/,
  },
  'goes on with what is paused': {
    ...readingAsActive('paused'),
    seeds: worlds(1),
    shows: /is paused and was signed for|failed 4 times in a row|is paused with (\d+) of \1 ended/,
  },
  'sends what was cancelled': {
    ...readingAsActive('cancelled'),
    seeds: worlds(5),
    shows: /was signed after it was cancelled/,
  },
  'counts what was taken without paying as paid': {
    schedulesAs: (schedules: Schedules) => ({
      ...schedules,
      findTrigger: async (...query) => {
        const found = await schedules.findTrigger(...query);
        return found && { ...found, isPaid: true, paymentReference: '0x' };
      },
    }),
    seeds: worlds(4),
    shows: /is paid_elsewhere, and the chain says/,
  },
  'begins without the signature of the payer': {
    schedulesAs: (schedules) => ({ ...schedules, verify: async () => 'valid' }),
    seeds: worlds(1),
    shows: /without a signature of its payer/,
  },
  'forgets failures': {
    afterwards: `update recurring_payout
      set failure_count = 0, retry_at = null, next_check_at = activated_at
      where status = 'active' and failure_count > 0`,
    seeds: worlds(1),
    shows: /goes on after three failures|failed 4 times in a row/,
  },
  'makes a recurring request again': {
    sends: (text) => (/into "?recurring_request"?/.test(text) ? undefined : text),
    afterwards: `update request_recurrence set next_period = next_period - 1,
      due_at = due_at - interval '1 day' where next_period > 1 and due_at is not null`,
    seeds: worlds(9),
    // Each such request makes others, so a long world has thousands.
    steps: 100,
    shows: /^series \w+ made \d+ requests in \d+ periods/,
  },
};

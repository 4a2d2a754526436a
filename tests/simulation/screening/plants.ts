import { Outage } from '#kit/failure.ts';
import type { Plant } from '../plants.ts';

/** Seeds of the short run, in which wallets are looked up and judged. */
export const SCREENING_SEEDS: readonly string[] = ['judged 1', 'judged 2'];

/** Bugs in what decides about who paid. */
export const SCREENING_PLANTS: Readonly<Record<string, Plant>> = {
  'takes a vendor that does not answer for one that approves': {
    screenerAs: (screener) => ({
      ...screener,
      screen: async (query) => {
        try {
          return await screener.screen(query);
        } catch (error) {
          if (!(error instanceof Outage)) throw error;
          return { decision: 'approved', level: 'Unknown', categories: [], reference: null };
        }
      },
    }),
    shows: /^payment by .* counts, and 0x4{40} may not pay/,
  },
  'forgets at settlement that payers are judged': {
    sends: (text) =>
      text.replace(
        /\(select plan from payer_plan p where p\.request_id = \w+\.request_id\)/,
        'null',
      ),
    shows: /^payment by .* counts, and (0x4{40} may not pay|no vendor has approved)/,
  },
  'tries again what was refused': {
    afterwards: `update chain_transfer set status = 'seen' where status = 'refused'`,
    shows:
      /^transfer .* is (held, and its check is refused|refused, and)|payments refused, reported/,
  },
  'lets in what waits for long': {
    afterwards: `with late as (
        update payer_check set status = 'released', due_at = null where checks >= 1
          and status = 'undecided' returning chain_transfer_id)
      update chain_transfer set status = 'seen' from late where id = chain_transfer_id`,
    shows: /^transfer .* was released, and nobody said so/,
  },
};

import type { Plant } from '../plants.ts';
import { worldsOf } from '../seeds.ts';

/** Seeds of the short run, in which payers of Tron prepare by `/pay` and have what they sign forwarded. */
export const RELAY_SEEDS: readonly string[] = ['relay 1', 'relay 6'];

const PAID_TWICE = /was forwarded while .* may pay|was released while .* may pay/;

/** The world in which a bug shows soonest, and others, as that follows from all that happens. */
const worlds = worldsOf('relayed');

/** A bug, and the worlds in which it is looked for. */
interface RelayPlant extends Plant {
  readonly seeds: readonly string[];
}

/** Bugs of forwarding, each a condition that is left out. */
export const RELAY_PLANTS: Readonly<Record<string, RelayPlant>> = {
  'lets two transactions make one payment': {
    sends: (text) => text.replace(/("transaction_hash" <> \$\d+)/, '$1 and false'),
    seeds: worlds(3),
    shows: PAID_TWICE,
  },
  'takes what no block holds yet for absent': {
    judges: (outcome) => (outcome === 'open' ? 'absent' : outcome),
    seeds: worlds(5),
    shows: PAID_TWICE,
  },
  'releases a payment before it counts': {
    sends: (text) =>
      text.replace('from forwarded_payment claim\n', '$&    join (select) none on false\n'),
    seeds: worlds(3),
    shows: PAID_TWICE,
  },
  'removes what may have arrived': {
    answersAs: (result) => ({ ...result, isTransient: false }),
    seeds: worlds(1),
    shows: PAID_TWICE,
  },
  'records no end': {
    sends: (text) => text.replace('where payment.network = ended.network', '$& and false'),
    seeds: worlds(6),
    shows: /is still held by/,
  },
};

import type { Link } from '../link.ts';
import type { PlannedFee } from '../plan.ts';
import { type CheckAgreed, checkFeesOf } from './check-source-fees.ts';

/** Of each link in turn as many of the next payments as are fees of it; what is left behind the last is no fee of any. */
export function checkFeesInOrder(links: readonly Link[]): CheckAgreed {
  return (legs, { asset, prepared }) => {
    if (legs.length !== prepared.length) return 'unreadable';
    const fees: PlannedFee[] = [];
    for (const check of links.map(checkFeesOf)) {
      const from = fees.length;
      for (let end = legs.length; end > from; end -= 1) {
        const own = check(legs.slice(from, end), { asset, prepared: prepared.slice(from, end) });
        if (typeof own === 'string') continue;
        fees.push(...own);
        break;
      }
    }
    return fees.length === legs.length ? fees : 'fee';
  };
}

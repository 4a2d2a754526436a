import type { ComponentChildren } from 'preact';
import type { Later, LaterFrame } from './parts.tsx';
import type { Notice, Visit } from './places.ts';
import { Approving } from './screens/approving.tsx';
import { Asking } from './screens/asking.tsx';
import { Confirming } from './screens/confirming.tsx';
import { Connecting } from './screens/connecting.tsx';
import { Done, isWhole } from './screens/done.tsx';
import { Expired } from './screens/expired.tsx';
import { Mismatch } from './screens/mismatch.tsx';
import { NoGas } from './screens/no-gas.tsx';
import { NotAllowed } from './screens/not-allowed.tsx';
import { Preparing } from './screens/preparing.tsx';
import { Reverted } from './screens/reverted.tsx';
import { Short } from './screens/short.tsx';
import { Stale } from './screens/stale.tsx';
import { Switching } from './screens/switching.tsx';
import { Unpayable } from './screens/unpayable.tsx';
import { words } from './words/en.ts';

/** The screens with a bill. They come with the first wallet or the first receipt. */
let billed: typeof import('./screens/billed.ts') | undefined;

/** Loads the screens with a bill; until then their places show nothing. */
export async function loadBilled(): Promise<void> {
  billed ??= await import('./screens/billed.ts');
}

/** What the page shows once a wallet is chosen; it is loaded after the first paint. */
export const later: Later = {
  screen: (visit, frame) => screenOf(visit, { ...frame, words }),
  announce: (visit) => ({
    text: announced(visit),
    alarm: visit.at === 'mismatch' ? words.mismatch.text(visit.problem) : '',
  }),
  notice: noticed,
  titleDone: words.titleDone,
};

function screenOf(visit: Visit, frame: LaterFrame): ComponentChildren {
  switch (visit.at) {
    case 'connecting':
      return <Connecting visit={visit} frame={frame} />;
    case 'asking':
      return <Asking visit={visit} frame={frame} />;
    case 'not_allowed':
      return <NotAllowed visit={visit} frame={frame} />;
    case 'preparing':
      return <Preparing visit={visit} frame={frame} />;
    case 'stale':
      return <Stale visit={visit} frame={frame} />;
    case 'unpayable':
      return <Unpayable visit={visit} frame={frame} />;
    case 'short':
      return <Short visit={visit} frame={frame} />;
    case 'no_gas':
      return <NoGas visit={visit} frame={frame} />;
    case 'review':
      return billed && <billed.Review visit={visit} frame={frame} />;
    case 'switching':
      return <Switching visit={visit} frame={frame} />;
    case 'signing':
      return billed && <billed.Signing visit={visit} frame={frame} />;
    case 'approving':
      return <Approving visit={visit} frame={frame} />;
    case 'confirming':
      return <Confirming visit={visit} frame={frame} />;
    case 'reverted':
      return <Reverted visit={visit} frame={frame} />;
    case 'mismatch':
      return <Mismatch visit={visit} frame={frame} />;
    case 'expired':
      return <Expired visit={visit} frame={frame} />;
    case 'done':
      return <Done visit={visit} frame={frame} receipt={billed?.Receipt} />;
    default:
      return null;
  }
}

/** What a screen reader hears when the place changes by itself. */
function announced(visit: Visit): string {
  switch (visit.at) {
    case 'connect':
    case 'review':
      return visit.notice === undefined
        ? ''
        : noticed(visit.notice, visit.at === 'review' ? visit.signed : 0);
    case 'asking':
      return words.asking;
    case 'not_allowed':
      return words.notAllowed.title;
    case 'preparing':
      return words.preparing;
    case 'stale':
      return words.stale.title;
    case 'unpayable':
      return words.unpayable(visit.obstacle === 'payer' ? 'payer' : visit.obstacle.length).title;
    case 'signing':
      return words.confirmIn(visit.payer.wallet.name);
    case 'approving':
      return words.approving.title;
    case 'confirming':
      return visit.confirmations === undefined
        ? words.confirming.title
        : words.confirming.confirmations(visit.confirmations, undefined);
    case 'reverted':
      return words.reverted.title;
    case 'unreachable':
      return words.unreachable.title;
    case 'done':
      return isWhole(visit.link) ? words.done.title : words.done.partly;
    default:
      return '';
  }
}

/** After an approval its network fee is spent, so that “nothing was charged” would be untrue. */
function noticed(notice: Notice, signed: number): string {
  return notice === 'declined' && signed > 0 ? words.declinedLater : words.notices[notice];
}

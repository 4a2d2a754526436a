import type { ComponentChildren } from 'preact';
import { Plain } from '../ui/parts.tsx';
import { isFramed } from '../wallet/is-framed.ts';
import { type Charged, chargedText } from './charged.ts';
import { loadedExpected } from './expected-part.ts';
import { isFinal, isSeen } from './finality.ts';
import { messages } from './messages/en/all.ts';
import type { At, Notice, PageState } from './page-state.ts';
import { type Frame, type Later, type LaterFrame, Noticed } from './parts.tsx';
import { loadedSafe } from './safe-part.ts';
import { Confirming } from './screens/confirming.tsx';
import { Connecting } from './screens/connecting.tsx';
import { Done, isWhole } from './screens/done.tsx';
import { Expired } from './screens/expired.tsx';
import { Limited } from './screens/limited.tsx';
import { Mismatch } from './screens/mismatch.tsx';
import { Preparing } from './screens/preparing.tsx';
import { Proposed } from './screens/proposed.tsx';
import { outageText, Unreachable } from './screens/unreachable.tsx';
import { Unsupported } from './screens/unsupported.tsx';
import { stateTitle } from './state-title.ts';
import { Ways } from './ways.tsx';

/** They come with the first calldata or the first receipt. */
let billed: typeof import('./billed.ts') | undefined;

/** Loads the screens with a bill and what they ask for; until then their places show nothing. */
export async function loadBilled(): Promise<typeof import('./billed.ts')> {
  billed ??= await import('./billed.ts');
  return billed;
}

/** It comes where the page is shown within another one. */
let safeApp: typeof import('./safe-app/safe-app.ts') | undefined;

/** Loads what finds the Safe around the page, and says where there is none. */
export async function loadSafeApp(): Promise<typeof import('./safe-app/safe-app.ts')> {
  safeApp ??= await import('./safe-app/safe-app.ts');
  return safeApp;
}

/** What the page shows once a wallet is chosen; it is loaded after the first paint. */
export const later: Later = {
  screen: (state, frame) => screenOf(state, { ...frame, messages }),
  // The server does not know what the browser has.
  ways: ({ state, frame }) =>
    frame.local && (
      <>
        {!isFramed() && <Ways state={state} frame={frame} />}
        {sandboxNote(frame, state.link?.network.testnet !== true)}
      </>
    ),
  sandboxNote,
  announce: (state, frame) => ({
    text: announced(state, frame),
    alarm: state.at === 'mismatch' ? mismatchText(state) : '',
  }),
  notice: noticed,
  titleOf: (state, title) =>
    [stateTitle(state, loadedTitle(state)), title].filter(Boolean).join(' · '),
};

/** Said by what is loaded for some states only. */
function loadedTitle(state: PageState): string | undefined {
  return state.at === 'framed' ? safeApp?.framedTitle : billed?.spokenBilled(state);
}

function sandboxNote({ config }: Frame, isOnly: boolean): ComponentChildren {
  const { testWalletNote, sandboxOnly } = messages.ways;
  return (
    config.mode === 'sandbox' && (
      <p class="fine after">
        {testWalletNote} {isOnly && sandboxOnly}
      </p>
    )
  );
}

function screenOf(state: PageState, frame: LaterFrame): ComponentChildren {
  switch (state.at) {
    case 'empty':
    case 'unknown':
    case 'closed':
      return (
        <>
          <Plain about={messages[state.at]} />
          <Noticed state={state} frame={frame} />
        </>
      );
    case 'unsupported':
      return <Unsupported state={state} frame={frame} />;
    case 'framed':
      return safeApp && <safeApp.Framed state={state} frame={frame} />;
    case 'connecting':
      return <Connecting state={state} frame={frame} />;
    case 'not_allowed':
      return billed && <billed.NotAllowed state={state} frame={frame} />;
    case 'asking':
    case 'preparing':
      return (
        <>
          <Preparing state={state} frame={frame} />
          {billed && <billed.OtherWallet state={state} frame={frame} />}
        </>
      );
    case 'stale':
      return billed && <billed.Stale state={state} frame={frame} />;
    case 'unpayable':
      return billed && <billed.Unpayable state={state} frame={frame} />;
    case 'short':
      return billed && <billed.Short state={state} frame={frame} />;
    case 'no_gas':
      return billed && <billed.NoGas state={state} frame={frame} />;
    case 'review':
      return billed && <billed.Review state={state} frame={frame} />;
    case 'switching':
      return billed && <billed.Switching state={state} frame={frame} />;
    case 'signing':
      return billed && <billed.Signing state={state} frame={frame} />;
    case 'approving':
      return billed && <billed.Approving state={state} frame={frame} />;
    case 'confirming':
      return <Confirming state={state} frame={frame} />;
    case 'crosschain':
      return billed && <billed.Elsewhere state={state} frame={frame} />;
    case 'reverted':
      return billed && <billed.Reverted state={state} frame={frame} />;
    case 'mismatch':
      return <Mismatch title={messages.mismatch.title} text={mismatchText(state)} />;
    case 'proposed':
      return <Proposed state={state} frame={frame} />;
    case 'unreachable':
      return <Unreachable state={state} frame={frame} />;
    case 'limited':
      return <Limited state={state} frame={frame} />;
    case 'expired':
      return <Expired state={state} frame={frame} />;
    case 'done':
      return <Done state={state} frame={frame} billed={billed} />;
    default:
      return null;
  }
}

/** What a screen reader announces when the state changes by itself. */
function announced(state: PageState, frame: Frame): string {
  switch (state.at) {
    case 'connect':
      return spoken(state, frame);
    case 'review':
      return (state.opens && billed?.billedMessages.review.opens) || spoken(state, frame);
    case 'asking':
    case 'preparing':
      return messages[state.at];
    case 'not_allowed':
      return messages.notAllowed.title;
    case 'signing':
      return messages.confirmIn(state.payer.wallet.name);
    case 'confirming':
      return spokenProgress(state);
    case 'unreachable':
      return outageText(state, messages).title;
    case 'proposed':
      return loadedSafe()?.titleOf(state) ?? messages.proposed.title;
    case 'done':
      return spokenEnd(state);
    case 'crosschain':
      return state.failed ?? '';
    case 'reverted':
      return [billed?.spokenBilled(state), spoken(state, frame)].filter(Boolean).join('. ');
    default:
      return billed?.spokenBilled(state) ?? '';
  }
}

/** What is wrong with calldata is found when the texts about it are here. */
function mismatchText({ problem }: At<'mismatch'>): string {
  const { text, link } = messages.mismatch;
  if (problem === 'expected' || problem === 'expectation')
    return loadedExpected()?.expectedMessages[problem] ?? '';
  return text(problem === 'link' ? link : (billed?.billedMessages.mismatches[problem] ?? ''));
}

/** A count that goes down with every block is not for the ear. */
function spoken(state: At<'connect' | 'review' | 'reverted'>, frame: Frame): string {
  const { notice } = state;
  if (notice === undefined) return '';
  return noticed(isSeen(notice) ? 'seen' : notice, state, frame);
}

function spokenProgress({ vanished, confirmations }: At<'confirming'>): string {
  const { confirming } = messages;
  if (vanished) return confirming.vanished;
  return confirmations === undefined
    ? confirming.title
    : confirming.confirmations(confirmations, undefined);
}

function spokenEnd({ link, statuses }: At<'done'>): string {
  const { title, partly, final } = messages.done;
  const end = isWhole(link) ? title : partly;
  return isFinal(statuses) === true ? `${end}. ${final}` : end;
}

function noticed(notice: Notice, state: Charged, { config }: Frame): string {
  if (typeof notice === 'object') return messages.seen(notice);
  const notices: Readonly<Record<string, string | undefined>> = messages.notices;
  const said = notice
    .split(/ (?=left_open$)/)
    .map((one) => notices[one] ?? one)
    .join(' ');
  return notice === 'declined' ? `${said} ${chargedText(state, config.token)}` : said;
}

import type { FlorinEventName, FlorinStatus } from '../../../sdk/src/florin-js.ts';
import type { Answer } from '../../engine/request.ts';
import type { Link } from '../link.ts';
import { initialState } from '../opening.ts';
import { isNamed } from '../payee-name.tsx';

/** What became of the payment, as far as the API says. */
export type FrameStatus = FlorinStatus;

/** What the frame shows. */
export interface FrameState {
  readonly at: FrameStatus;
  /** Undefined where the page shows it to wallets that may pay only, or cannot show it. */
  readonly link: Link | undefined;
  /** Of the one payee, as it was when the frame was opened: a name that is found later would move the button below it. */
  readonly payeeName: string | undefined;
  /** Whether the payer has opened the pay page from here. */
  readonly isOpened: boolean;
  readonly isWalletConnected: boolean;
  /** Whether the API did not answer when it was last read. */
  readonly isLate: boolean;
  /** When the API is read again. */
  readonly waitMs: number;
}

export type FrameEvent =
  | { readonly type: 'read'; readonly answer: Answer; readonly isWalletConnected: boolean }
  | { readonly type: 'opened' }
  /** The payer came back to the shop’s page. */
  | { readonly type: 'returned' };

/** What is reported to a shop’s page. */
export type ShopEvent = Exclude<FlorinEventName, 'closed'>;

/** While nobody pays, as the pay page reads. */
const IDLE_MS = 15_000;
/** Two calls each, of 300 that the page may make in a minute. */
const PAYING_MS = 4_000;

/** The first state, from the API’s first answer; the server and the browser agree on it. */
export function firstFrame(answer: Answer): FrameState {
  const nothing = { at: 'unread', link: undefined, isOpened: false, isLate: false } as const;
  const unnamed = { ...nothing, payeeName: undefined, isWalletConnected: false, waitMs: IDLE_MS };
  const first = readFrame(unnamed, answer);
  return { ...first, payeeName: nameOf(first.link) };
}

function nameOf(link: Link | undefined): string | undefined {
  const [payment, ...others] = link?.payments ?? [];
  return payment !== undefined && others.length === 0 && isNamed(payment)
    ? payment.ensName
    : undefined;
}

/** Moves the frame on. */
export function nextFrame(state: FrameState, event: FrameEvent): FrameState {
  switch (event.type) {
    case 'opened':
      return { ...state, isOpened: true, waitMs: PAYING_MS };
    case 'returned':
      return { ...state, waitMs: 0 };
    default: {
      const isWalletConnected = state.isWalletConnected || event.isWalletConnected;
      return readFrame({ ...state, isWalletConnected }, event.answer);
    }
  }
}

/** What was known stays where the API does not answer; every other answer is the whole truth. */
function readFrame(state: FrameState, answer: Answer): FrameState {
  const page = initialState(answer);
  if (page.at === 'unreachable' || page.at === 'limited') {
    const waitMs = Math.max(page.waitS * 1_000, waitOf(state));
    return { ...state, isLate: true, waitMs };
  }
  const link = page.at === 'connect' ? page.link : state.link;
  const next = { ...state, at: statusOf(page), link, isLate: false };
  return { ...next, waitMs: waitOf(next) };
}

function waitOf({ at, isOpened }: FrameState): number {
  const isPaying = at === 'submitted' || (isOpened && (at === 'payable' || at === 'proposed'));
  return isPaying ? PAYING_MS : IDLE_MS;
}

function statusOf(page: ReturnType<typeof initialState>): FrameStatus {
  switch (page.at) {
    case 'connect':
      return page.notice === 'seen' ? 'submitted' : 'payable';
    case 'done':
      return 'confirmed';
    case 'proposed':
    case 'expired':
    case 'unknown':
      return page.at;
    case 'closed':
    case 'mismatch':
      return 'unavailable';
    default:
      // The pay page says what cannot be shown here, or must not be paid.
      return 'payable';
  }
}

/** What happened between two states; everything so far where there is none before. */
export function eventsBetween(
  before: FrameState | undefined,
  { at, isOpened, isWalletConnected }: FrameState,
): readonly ShopEvent[] {
  const happened: ShopEvent[] = [];
  if (isOpened && !before?.isOpened) happened.push('opened');
  if (isWalletConnected && !before?.isWalletConnected) happened.push('wallet_connected');
  if ((at === 'submitted' || at === 'confirmed') && before?.at !== at) happened.push(at);
  return happened;
}

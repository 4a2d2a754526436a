import type { Answer } from '../engine/request.ts';
import type { ChallengeProblem } from '../wallet/check-challenge.ts';
import type { Wallet } from '../wallet/provider.ts';
import type { Destination, Invitation, Session } from './answers.ts';

/** A service that screens wallets, as the wire names it; `none` is a choice too. */
export type Screening = 'none' | 'hypernative' | 'merklescience';

/** What the owner has chosen so far; it outlives a new sign-in on the way. */
export interface Choices {
  readonly networkId: string;
  readonly currencyId: string;
  readonly screening: Screening;
}

/** Something to say on top of a screen to which the owner came back. */
export type Notice =
  | 'declined'
  | 'busy'
  | 'wallet_failed'
  | 'wallet_unsupported'
  | 'wrong_account'
  | 'wrong_checksum'
  | 'signature_refused'
  | 'other_chain'
  | 'challenge_stale'
  | 'idled_out'
  | 'not_signed_out'
  | 'unreachable'
  | 'limited'
  | 'refused'
  | 'destination_refused'
  | 'destination_differs'
  | 'no_destination';

/** What every state knows. */
interface Known {
  /** Undefined during the search. */
  readonly wallets: readonly Wallet[] | undefined;
  readonly choices: Choices;
}

/** An owner who signed in, and the invitation that they opened. */
interface Invited {
  readonly session: Session;
  readonly invitation: Invitation;
}

/** An owner who said where they want to be paid. */
interface Ready extends Invited {
  readonly destination: Destination;
}

/** What is known in each state of the page. */
interface StateData {
  empty: object;
  unknown: object;
  used: object;
  expired: object;
  /** The page reads who is signed in. */
  opening: { readonly tries: number };
  unreachable: { readonly waitS: number; readonly tries: number };
  limited: { readonly waitS: number; readonly tries: number };
  connect: { readonly notice?: Notice };
  connecting: { readonly wallet: Wallet };
  signing: { readonly wallet: Wallet; readonly address: string; readonly chainId: number };
  /** The text to sign is not one that this page may request. */
  untrusted: { readonly problem: ChallengeProblem };
  /** Signed in without a wallet of a kind that this page can register. */
  other_login: { readonly session: Session };
  /** The page reads the invitation and the destination. */
  reading: { readonly session: Session; readonly tries: number };
  destination: Invited & {
    /** Where the wallet is paid now. */
    readonly current: Destination | undefined;
    /** Whether the form is open though there is a destination. */
    readonly changing: boolean;
    readonly notice?: Notice;
  };
  saving: Invited & { readonly current: Destination | undefined };
  consent: Ready & { readonly notice?: Notice };
  linking: Ready;
  done: Linked;
  /** Signing out. */
  leaving: object;
}

/** The end: what was made. */
export interface Linked {
  readonly clientId: string;
  readonly clientIdName: string;
  readonly orchestratorName: string;
}

/** The name of a state; each has one screen. */
export type StateName = keyof StateData;

/** A state of the page. Nothing here knows the DOM, a wallet or the network. */
export type PageState = { [P in StateName]: { readonly at: P } & StateData[P] & Known }[StateName];

/** The page in one certain state. */
export type At<P extends StateName> = Extract<PageState, { readonly at: P }>;

/** What can happen to the page. */
export type PageEvent =
  /** The API returned who is signed in, maybe by an address that fails its checksum. */
  | { readonly type: 'opened'; readonly answer: Answer; readonly isMistyped?: boolean }
  /** This tab saw the invitation's end before a reload. */
  | { readonly type: 'remembered'; readonly linked: Linked }
  | { readonly type: 'wallets_found'; readonly wallets: readonly Wallet[] }
  | { readonly type: 'wallet_picked'; readonly wallet: Wallet }
  | { readonly type: 'connected'; readonly address: string; readonly chainId: number }
  | { readonly type: 'signed_in' }
  | { readonly type: 'sign_in_failed'; readonly notice: Notice }
  | { readonly type: 'distrusted'; readonly problem: ChallengeProblem }
  | { readonly type: 'read'; readonly invitation: Answer; readonly destination: Answer }
  | { readonly type: 'chosen'; readonly choices: Partial<Choices> }
  | { readonly type: 'save' }
  | { readonly type: 'saved'; readonly answer: Answer }
  /** The owner keeps the destination that is shown. */
  | { readonly type: 'keep' }
  /** The owner wants another destination than the one shown. */
  | { readonly type: 'change' }
  | { readonly type: 'agree' }
  | { readonly type: 'linked'; readonly answer: Answer }
  | { readonly type: 'retry' }
  | { readonly type: 'back' }
  | { readonly type: 'leave' }
  | { readonly type: 'left'; readonly answer: Answer };

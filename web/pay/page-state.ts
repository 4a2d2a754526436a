import type { Answer } from '../engine/request.ts';
import type { Account, Wallet } from '../wallet/provider.ts';
import type { WalletRefusal } from '../wallet/refusal.ts';
import type { Link, Redirect } from './link.ts';
import type { Executed, OwnProposal } from './own-proposal.ts';
import type { Announced, Announcing, Check, Mismatch, Opening, Plan, PlannedFee } from './plan.ts';
import type { Obstacle } from './refused-payees.ts';
import type { FramedProblem } from './safe-app/framed-problem.ts';

/** Who pays, and on which chain that wallet stands now. */
export interface Payer extends Account {
  readonly wallet: Wallet;
}

/** A payment that left this browser. */
export interface Sent {
  readonly hash: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly walletId: string;
}

/** What this browser remembers of a link across a reload. */
export interface Remembered {
  /** Undefined if the wallet's request was still open when the page was closed. */
  readonly sent: Sent | undefined;
  /** The display data as it was then. */
  readonly view: unknown;
  /** Calls that a wallet had taken to make at once, and that had not ended. */
  readonly calls?: KeptCalls | undefined;
  readonly proposal?: OwnProposal | undefined;
}

/** Under which name which wallet can be asked for calls. */
export interface KeptCalls {
  readonly id: string;
  readonly walletId: string;
}

/** An approval that left this browser; the API may not know it yet. */
export interface SentApproval {
  readonly hash: string;
  /** How many steps the payment had then; with fewer the API knows it. */
  readonly steps: number;
  /** Whether a block holds it, so that only the API has still to see it. */
  readonly isMined?: boolean | undefined;
}

/** A transaction of this browser that pays some of a link's payments; the API may not know it yet. */
export interface SentPart {
  readonly hash: string;
  /** Which of the link's payments it makes, from 0. Until none of them is due, none is offered again. */
  readonly pays: readonly number[];
}

/** The progress of an account with a link, so that a reload continues there. */
export interface Progress {
  readonly walletId: string;
  readonly address: string;
  /** How many signatures of this payment were given and mined. */
  readonly signed: number;
  readonly approval?: SentApproval | undefined;
  readonly part?: SentPart | undefined;
}

/** A payment of a link that is on the network and does not count yet. */
export interface Seen {
  /** The block that holds it. */
  readonly blockNumber: number;
  /** How many blocks it takes, its own included; undefined where the network’s word counts. */
  readonly blocks?: number;
  /** How many of them are missing. */
  readonly blocksLeft?: number;
  /** Whether the network had taken it back before. */
  readonly again?: boolean;
}

/** Something to say on top of a screen to which the payer came back; with `left_open` behind it, also that. */
export type Notice = NoticeCode | NoticeText | Seen | `${NoticeCode | NoticeText} left_open`;

/** A sentence by code that is loaded later, with its own texts. */
export type NoticeText = `${string}.`;

/** Those that say the same whatever they are about. */
export type NoticeCode =
  | WalletRefusal
  | 'left_open'
  | 'seen'
  | 'unseen'
  | 'taken_back'
  | 'wrong_account'
  | 'other_tab'
  | 'cancelled'
  | 'changed'
  | 'unmined'
  | 'approval_reverted'
  | 'part_reverted'
  | 'proposed';

/** Why a wallet gave no signature; `other_tab` where no request was made, because another tab has one open. */
export type SignatureRefusal = WalletRefusal | 'wrong_account' | 'other_tab' | NoticeText;

/**
 * What a payer has spent on a link that is not paid: `fees` of the network for an approval or a payment
 * that it refused, or a `part` of the payment as well.
 */
export type Spent = 'fees' | 'part';

/** A link as far as it is shown, and the wallets found for it. */
export interface Choice {
  /** Undefined while the payment is hidden from all but wallets that may pay. */
  readonly link: Link | undefined;
  /** Undefined during the search. */
  readonly wallets: readonly Wallet[] | undefined;
  /** By this browser; undefined for nothing. */
  readonly spent?: Spent | undefined;
  /** The part that this browser sent last, while the API may still show it as due. */
  readonly part?: SentPart | undefined;
}

/** A link that can be paid, and the wallets found for it. */
export interface Open extends Choice {
  readonly link: Link;
}

/** What the page cannot show as a link of one network, as the API wrote it. */
interface Apart {
  readonly link?: undefined;
  readonly body: unknown;
}

/** Who is about to pay, and how far that account has come. */
export interface Readying extends Opening {
  readonly payer: Payer;
  readonly signed: number;
  readonly notice?: Notice;
  readonly approval?: SentApproval | undefined;
  readonly announced?: Announced | undefined;
  /** How often in a row the wallet could not be checked, or the payment not be prepared. */
  readonly tries?: number | undefined;
}

/**
 * Whether the wallet signs several calls at once, all or nothing; `sponsored` where it also asks the operator to pay
 * the network's fee, `ready` after a change of the account, `safe` where it proposes them to the owners of a Safe;
 * `elsewhere` signs one by one, and is a contract on another network whose address may be nobody's on the link's.
 */
export type Together = 'supported' | 'sponsored' | 'ready' | 'safe' | 'elsewhere' | undefined;

/** A payment that was prepared and found to be what the page shows. */
export interface Due extends Open {
  readonly payer: Payer;
  readonly plan: Plan;
  /** How many signatures of this payment were given before the plan's first step. */
  readonly signed: number;
  readonly together: Together;
  /** The payment itself, once it was sent and only its fees are left to sign. */
  readonly sent: Sent | undefined;
}

/** The result of fetching calldata, and the data to check it with. */
export interface Prepared {
  readonly answer: Answer;
  readonly check: Check;
  /** The display data of the same moment, where a rate may have moved. */
  readonly view?: Answer | undefined;
  readonly together?: Together;
}

/** How a transaction ended; `dropped` where it was cancelled, or no node knows it any more. */
export type StepOutcome = 'mined' | 'reverted' | 'dropped';

/**
 * Why a link is not paid, whatever the calldata: it contradicts itself, it is not the one that the page was opened
 * for (`expected`), or what it was opened for cannot be read (`expectation`).
 */
type LinkRefusal = 'link' | 'expected' | 'expectation';

/** What is known in each state of the page. */
interface StateData {
  empty: object;
  unknown: object;
  closed: {
    /** That owners of a Safe can still execute what they were proposed, as for the next. */
    readonly notice?: NoticeText;
  };
  /** With what the API said of it: of a bundle that no one network can pay another network may pay all, or each child its own link. */
  unsupported: Apart & { readonly wallets?: Choice['wallets']; readonly notice?: Notice };
  expired: {
    readonly since: string | undefined;
    /** Whether it had been paid, until the network took that back. */
    readonly takenBack?: boolean;
    readonly notice?: NoticeText;
  };
  /** Owners of a Safe sign a transaction that pays the link; with what the API says of it, undefined while it holds nobody back. */
  proposed: {
    readonly link?: Link | undefined;
    readonly body: unknown;
    readonly own?: OwnProposal | undefined;
  };
  unreachable: Outage;
  limited: Outage;
  connect: Choice & { readonly notice?: Notice };
  /** Within another page, where the link cannot be paid. */
  framed: { readonly link: Choice['link']; readonly problem: FramedProblem };
  connecting: (Choice | (Apart & Pick<Choice, 'wallets'>)) & Opening & { readonly wallet: Wallet };
  asking: Choice & Readying;
  not_allowed: Choice & { readonly payer: Payer };
  preparing: Open & Readying;
  mismatch: { readonly link: Link | undefined; readonly problem: Mismatch | LinkRefusal };
  /** No rate is fresh enough to pay an invoice in another currency with. */
  stale: Open & { readonly payer: Payer; readonly signed: number };
  /** The payment would be refused, or never count, because of who pays or who is paid. */
  unpayable: Open & {
    readonly payer: Payer;
    readonly signed: number;
    readonly obstacle: Obstacle;
  };
  short: Due;
  no_gas: Due;
  review: Due & {
    readonly notice?: Notice;
    /** Whether the wallet opens for it by itself, as was announced. */
    readonly opens?: true;
  };
  switching: Due;
  signing: Due & { readonly atOnce: boolean };
  /** Its hash is that of an approval, or of `part` where that was sent. */
  approving: Due & { readonly hash: string; readonly announced?: Announced };
  confirming: Confirming;
  /** Paying from another network, or following such a payment; what is shown of it has states of its own. */
  crosschain: (Open | Apart) & {
    readonly payer: Payer | undefined;
    readonly follows: boolean;
    /** In words that what is followed did not arrive, once that is final. */
    readonly failed?: string | undefined;
    /** What the wallet makes at once on the link's own network, where that was read. */
    readonly together?: Together;
    readonly executed?: Executed | undefined;
  };
  reverted: Open & {
    readonly hash: string;
    readonly payer: Payer | undefined;
    readonly notice?: Notice;
  };
  done: Done;
}

/** The name of a state; each has one screen. */
export type StateName = keyof StateData;

/** A state of the page. Nothing here knows the DOM, a wallet or the network. */
export type PageState = { [P in StateName]: { readonly at: P } & StateData[P] }[StateName];

/** The page in one certain state. */
export type At<P extends StateName> = Extract<PageState, { readonly at: P }>;

/** A link of one network that is paid from another one. */
export type LinkElsewhere = Extract<At<'crosschain'>, Open>;

/** The API does not answer, or requires to wait. */
interface Outage {
  /** Where the API does answer: whether the check of the wallet runs or could not be made. */
  readonly check?: 'running' | 'failed';
  readonly waitS: number;
  readonly tries: number;
  /** The link and the payer, where they were known before. */
  readonly kept:
    | (Choice & {
        readonly payer?: Payer;
        readonly signed: number;
        readonly approval?: SentApproval | undefined;
      })
    | undefined;
}

/** Waiting for the chain, the API or both. */
interface Confirming extends Open {
  readonly sent: Sent;
  readonly payer: Payer | undefined;
  /** Undefined until a block holds the payment. */
  readonly confirmations: number | undefined;
  /** The block that holds it, as the wallet knows it. */
  readonly block: number | undefined;
  /** What the API has seen of it. */
  readonly seen: Seen | undefined;
  /** Whether the removed payment was in a block. */
  readonly vanished: boolean;
  /** Whether the wallet put another transaction in its place. */
  readonly replaced: boolean;
  /** Whether the last call of the API failed. */
  readonly offline: boolean;
  /** Whether no node has had the transaction for long. */
  readonly lost: boolean;
  /** How far it is with the network, where the page sends what the wallet signed. */
  readonly relay?: Relay | undefined;
}

/** Whether the network has taken a signed payment, and what is to know while it has not. */
export interface Relay {
  readonly isTaken: boolean;
  /** What stands on top once the network has refused it. */
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

/** The end, as far as it is known here. */
export interface Done {
  readonly link: Link | undefined;
  readonly hash: string | undefined;
  readonly redirect: Redirect | undefined;
  /** When this browser sent it, in milliseconds since 1970. */
  readonly sentAt: number | undefined;
  /** How each payment of the link ended, as the API wrote it. */
  readonly statuses?: unknown;
  /** The fees that were paid of it, as the API wrote them. */
  readonly paidFees?: unknown;
  /** The fees that it was paid without, as the API wrote them. */
  readonly unpaidFees?: unknown;
  /** The fees that this browser has paid with it, once they were looked up. */
  readonly fees?: readonly PlannedFee[];
}

/** What can happen to the page. */
export type PageEvent =
  /** The API's answer about the link, to loading or to polling. */
  | { readonly type: 'viewed'; readonly answer: Answer }
  | { readonly type: 'remembered'; readonly memory: Remembered }
  | { readonly type: 'wallets_found'; readonly wallets: readonly Wallet[] }
  | { readonly type: 'framed'; readonly problem: FramedProblem }
  | { readonly type: 'wallet_picked'; readonly wallet: Wallet }
  | ({ readonly type: 'connected' } & Account & Opening)
  /** After a reload the wallet still names an account to this page, without having been asked to connect. */
  | (Account & {
      readonly type: 'resumed';
      readonly wallet: Wallet;
      /** What this account had done; undefined for another account than before. */
      readonly progress: Progress | undefined;
    })
  /** What the API shows to the payer's wallet of a link that hides something from the others. */
  | { readonly type: 'shown'; readonly answer: Answer }
  | ({ readonly type: 'prepared' } & Prepared)
  /** The same again while the payer reads, because a rate moves. */
  | ({ readonly type: 'requoted' } & Prepared)
  | { readonly type: 'chain_changed'; readonly chainId: number }
  | {
      readonly type: 'account_changed';
      readonly address: string | undefined;
      /** All that the wallet shows now, where it has said so. */
      readonly accounts?: readonly string[];
    }
  /** The one primary button of the review: switch the network or sign the next step. */
  | { readonly type: 'go'; readonly atOnce?: boolean }
  /** A step that was announced has stood on the page for a while. */
  | { readonly type: 'announced_shown' }
  | { readonly type: 'wallet_refused'; readonly refusal: SignatureRefusal }
  /** Something to say of what this browser had sent before, where the payer is about to pay. */
  | { readonly type: 'warned'; readonly notice: NoticeText }
  /** Fresh calldata differs from what was reviewed, so nothing was sent. */
  | ({ readonly type: 'changed' } & Prepared)
  /** With whether it was announced that the wallet opens for the next step by itself. */
  | ({ readonly type: 'sent'; readonly hash: string; readonly now: number } & Announcing)
  /** It is waited for no more: by the API's answer, or by what this browser knows where the API holds nobody back. */
  | { readonly type: 'proposal_ended'; readonly notice: NoticeText; readonly answer?: Answer }
  | {
      readonly type: 'step_ended';
      /** Of the transaction that was followed, which may have replaced the one that was sent. */
      readonly hash: string;
      readonly outcome: StepOutcome;
    }
  | { readonly type: 'payment_mined'; readonly confirmations: number; readonly block: number }
  | { readonly type: 'vanished' }
  | { readonly type: 'payment_reverted'; readonly hash: string }
  | { readonly type: 'replaced'; readonly hash: string }
  | { readonly type: 'cancelled' }
  | { readonly type: 'relayed'; readonly relay: Relay }
  | { readonly type: 'lost' }
  /** What this browser knows of the fees that were paid, for the receipt. */
  | { readonly type: 'fees_known'; readonly fees: readonly PlannedFee[] }
  /** What this browser remembers to have spent on the link. */
  | { readonly type: 'spent'; readonly spent: Spent }
  /** The part that this browser sent before the page was loaded. */
  | { readonly type: 'part_remembered'; readonly part: SentPart }
  /** The payer chooses to pay from another network, or a payment from there was found and is followed. */
  | {
      readonly type: 'crosschain';
      readonly link: Link | undefined;
      readonly follows: boolean;
      /** In words that it did not arrive. */
      readonly failed?: string | undefined;
      /** The display data that this browser kept, for a bundle that no one network can pay. */
      readonly body?: unknown;
      readonly executed?: Executed;
    }
  /** What the page was opened for can be compared from now on. */
  | { readonly type: 'compared' }
  | { readonly type: 'start_over' }
  | { readonly type: 'retry' }
  | { readonly type: 'refresh' }
  | { readonly type: 'other_wallet' };

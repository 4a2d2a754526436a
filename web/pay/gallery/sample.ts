import type { ComponentChildren } from 'preact';
import type { Answer } from '../../engine/request.ts';
import type { Wallet } from '../../wallet/provider.ts';
import type { RouteState } from '../crosschain/route-state.ts';
import type { SafePayer } from '../crosschain/safe-payer.ts';
import { readLink } from '../link.ts';
import { initialState } from '../opening.ts';
import type { At, PageEvent, PageState, Payer, StateName } from '../page-state.ts';
import type { LaterFrame } from '../parts.tsx';
import type { Stages } from '../progress/stages.ts';
import { CONVERSION_VIEW } from '../sample-forms.ts';
import { PAYER, SEPOLIA, VIEW, WALLET, walk } from '../sample-states.ts';

/** One picture of the gallery. */
export interface Sample<P extends StateName> {
  /** Of its picture. */
  readonly name: string;
  /** When the page shows it, for the overview. */
  readonly when: string;
  readonly state: At<P>;
  /** The API's first answer, for what stands above the card; that of a link that can be paid where left out. */
  readonly first?: Answer;
  /** How far paying from another network is, where that is shown. */
  readonly route?: RouteState;
  /** The Safe that pays so, where one does. */
  readonly safe?: SafePayer;
  /** What is shown in place of the screen, of parts of the page that keep their states to themselves. */
  readonly screen?: (frame: LaterFrame) => ComponentChildren;
  /** What is shown in place of the page, with the style sheet of frames, and how its state is called there. */
  readonly whole?: { readonly at: string; readonly show: (style: string) => ComponentChildren };
  /** The stages that were shown before. */
  readonly before?: Stages;
  /** As the server renders it, without anything that only the browser knows. */
  readonly isServers?: boolean;
  /** Whether its picture is taken in the dark and on a desktop too. */
  readonly isMain?: boolean;
}

/** One of any state. */
export type AnySample = { readonly [P in StateName]: Sample<P> }[StateName];

/** Of one state there is at least one picture. */
export type Samples<P extends StateName> = readonly [Sample<P>, ...Sample<P>[]];

/** What time it is in the gallery. */
export const NOW_MS = Date.parse('2026-11-29T12:00:00.000Z');

const MERCHANT = {
  displayName: 'Corner shop',
  verifiedDomain: 'corner.example',
  supportUrl: 'https://corner.example/help',
};

/** What it says of every link that exists. */
export const KNOWN_OF_ALL = { expiresAt: '2026-12-06T12:00:00.000Z', merchant: MERCHANT };

const { conversion } = CONVERSION_VIEW;

/** An invoice in another currency, with a rate of the last minutes. */
export const FRESH_RATE = {
  ...CONVERSION_VIEW,
  conversion: { ...conversion, rateTimestamp: '2026-11-29T11:57:00.000Z' },
};

/** What the API says first of a link, with changes. */
export function firstAnswer(changes: object = {}, status = 200): Answer {
  return { status, body: { ...VIEW, ...KNOWN_OF_ALL, ...changes } };
}

/** The page's state of a name after events; another one is a fault of the sample. */
export function stateAt<P extends StateName>(
  name: P,
  events: readonly PageEvent[],
  from: PageState = initialState(firstAnswer()),
): At<P> {
  const state = walk(from, events);
  if (!isAt(state, name)) throw new Error(`The sample is at ${state.at} instead of ${name}.`);
  return state;
}

function isAt<P extends StateName>(state: PageState, name: P): state is At<P> {
  return state.at === name;
}

/** The payment of a link that can be paid. */
export function linkOf(body: unknown) {
  const link = readLink(body);
  if (typeof link === 'string') throw new Error(`The sample cannot be paid: ${link}.`);
  return link;
}

const OTHER_WALLET: Wallet = { id: 'example.fox', name: 'Silver Fox', icon: undefined };
export const WALLETS = [WALLET, OTHER_WALLET] as const;
export const PAYING: Payer = { wallet: WALLET, address: PAYER, chainId: SEPOLIA };
export const FOUND: PageEvent = { type: 'wallets_found', wallets: WALLETS };

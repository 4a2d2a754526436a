import type { ComponentChildren } from 'preact';
import { withSymbol } from '../ui/amount.ts';
import type { Charged } from './charged.ts';
import type { PageConfig } from './config.ts';
import type { Link, Money } from './link.ts';
import type { Messages, OpeningMessages } from './messages/en/all.ts';
import type { At, Notice, PageEvent, PageState, StateName } from './page-state.ts';

/** What every screen is handed beside its state. */
export interface Frame {
  readonly config: PageConfig;
  readonly messages: OpeningMessages;
  /** False on the server and in the first render, where the payer's time zone is not known. */
  readonly local: boolean;
  /** The screens behind the choice of a wallet; undefined until they are loaded. */
  readonly later: Later | undefined;
  /** What the top of the page reports about links that are more than one amount to one payee. */
  readonly more:
    | ((parts: {
        readonly link?: Link;
        /** Where the page cannot show what the API said as a link of one network. */
        readonly state?: At<'unsupported'>;
        readonly frame: Frame;
      }) => ComponentChildren)
    | undefined;
  /** The text that was copied a moment ago. */
  readonly copied: string | undefined;
  dispatch(event: PageEvent): void;
  copy(text: string): void;
  print(): void;
}

/** What the screens behind the choice of a wallet are handed. */
export interface LaterFrame extends Frame {
  readonly messages: Messages;
}

/** The part of the page that is loaded after the first paint. */
export interface Later {
  screen(state: PageState, frame: Frame): ComponentChildren;
  /** Below the wallets: ways to pay with none of them, and which ones a sandbox has. */
  readonly ways: Screen<'connect'>;
  /** Which wallets a sandbox has, and whether no others can pay there; nothing elsewhere. */
  sandboxNote(frame: Frame, isOnly: boolean): ComponentChildren;
  /** What a screen reader announces when the state changes by itself; alarms interrupt it. */
  announce(state: PageState, frame: Frame): { readonly text: string; readonly alarm: string };
  /** What a notice says, and what was charged where it is about that. */
  notice(notice: Notice, state: Charged, frame: Frame): string;
  /** The title of the document: what happens to the payment, then what it is called. */
  titleOf(state: PageState, title: string): string;
}

/** A screen shows one place. */
export type Screen<P extends StateName> = (props: {
  readonly state: At<P>;
  readonly frame: Frame;
}) => ComponentChildren;

/** An amount with its symbol: `12.50 USDC`. */
export function money({ asset, units }: Money): string {
  return withSymbol(units, asset.decimals, asset.symbol);
}

/** Several amounts in one text: `12.50 USDC + 1.00 DAI`. */
export function sumText(amounts: readonly Money[]): string {
  return amounts.map(money).join(' + ');
}

/** A screen behind the choice of a wallet. */
export type LaterScreen<P extends StateName> = (props: {
  readonly state: At<P>;
  readonly frame: LaterFrame;
}) => ComponentChildren;

/** Something to know on coming back to a screen. */
export function Noticed(props: {
  readonly state: {
    readonly at: string;
    readonly notice?: Notice;
  } & Charged;
  readonly frame: Frame;
}) {
  const { state, frame } = props;
  const { notice } = state;
  return notice && <p class="notice">{frame.later?.notice(notice, state, frame)}</p>;
}

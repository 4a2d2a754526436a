import type { ComponentChildren } from 'preact';
import { groupAddress } from '../ui/address.ts';
import { showAmount } from '../ui/amount.ts';
import { plainText } from '../ui/plain-text.ts';
import type { PageConfig } from './config.ts';
import type { Link } from './link.ts';
import type { At, Notice, Place, Visit, VisitEvent } from './places.ts';
import type { OpeningWords, Words } from './words/en.ts';

/** What every screen is handed beside its visit. */
export interface Frame {
  readonly config: PageConfig;
  readonly words: OpeningWords;
  /** False on the server and in the first render, where the payer's time zone is not known. */
  readonly local: boolean;
  /** The screens behind the choice of a wallet; undefined until they are loaded. */
  readonly later: Later | undefined;
  /** The text that was copied a moment ago. */
  readonly copied: string | undefined;
  tell(event: VisitEvent): void;
  copy(text: string): void;
  print(): void;
}

/** What the screens behind the choice of a wallet are handed. */
export interface LaterFrame extends Frame {
  readonly words: Words;
}

/** The part of the page that is loaded after the first paint. */
export interface Later {
  screen(visit: Visit, frame: Frame): ComponentChildren;
  /** What a screen reader hears when the place changes by itself; alarms interrupt it. */
  announce(visit: Visit): { readonly text: string; readonly alarm: string };
  /** What a notice says after this many signatures of the payment. */
  notice(notice: Notice, signed: number): string;
  readonly titleDone: string;
}

/** A screen shows one place. */
export type Screen<P extends Place> = (props: {
  readonly visit: At<P>;
  readonly frame: Frame;
}) => ComponentChildren;

/** Units of the link's token with its symbol: `12.50 USDC`. */
export function tokens(link: Link, units: bigint): string {
  return `${showAmount(units, link.token.decimals)} ${link.token.symbol}`;
}

/** A screen behind the choice of a wallet. */
export type LaterScreen<P extends Place> = (props: {
  readonly visit: At<P>;
  readonly frame: LaterFrame;
}) => ComponentChildren;

/** The heading of a screen; it takes the focus when the payer arrives there. */
export function Title({ children }: { readonly children: ComponentChildren }) {
  return (
    <h2 id="place" tabIndex={-1}>
      {children}
    </h2>
  );
}

/** The one main thing to do. */
export function Primary(props: {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="primary" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** Something else to do. */
export function Secondary(props: {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class="secondary" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** A whole address in groups that the eye can compare; its text is the address itself. */
export function Address({ address }: { readonly address: string }) {
  return (
    <span class="address">
      {groupAddress(address).map((group, at) => (
        <span key={at}>
          {group}
          <wbr />
        </span>
      ))}
    </span>
  );
}

/** A text from outside, cut, stripped of invisible characters and kept in its own direction. */
export function Foreign({ text }: { readonly text: string }) {
  return <bdi class="foreign">{plainText(text)}</bdi>;
}

/** A button that copies a text and says so. */
export function Copy(props: {
  readonly text: string;
  readonly label?: string;
  readonly frame: Frame;
}) {
  const { copied, copy, words } = props.frame;
  return (
    <button
      type="button"
      class="copy needs-script"
      aria-label={props.label}
      onClick={() => {
        copy(props.text);
      }}
    >
      {copied === props.text ? words.copied : words.copy}
    </button>
  );
}

/** One line of a bill or receipt. */
export function Row(props: {
  readonly name: string;
  readonly children: ComponentChildren;
  /** Sums stand beside their names; everything else below. */
  readonly kind?: 'sum' | 'sum strong';
}) {
  return (
    <div class={`row ${props.kind ?? ''}`}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** Something to know on coming back to a screen. */
export function Noticed(props: {
  readonly notice: Notice | undefined;
  readonly signed?: number;
  readonly frame: Frame;
}) {
  if (props.notice === undefined) return null;
  return <p class="notice">{props.frame.later?.notice(props.notice, props.signed ?? 0)}</p>;
}

/** A sign that something is going on, still for those who asked for less motion. */
export function Busy() {
  return <span class="busy" aria-hidden="true" />;
}

/** A link to where people look a transaction up. */
export function Explorer(props: {
  readonly link: Link;
  readonly hash: string;
  readonly frame: LaterFrame;
}) {
  return (
    <a
      class="explorer"
      href={`${props.link.network.explorerUrl}/tx/${encodeURIComponent(props.hash)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {props.frame.words.explorer}
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}

import type { ComponentChildren } from 'preact';
import { TITLE_ID } from '../engine/mount.ts';
import { groupAddress } from './address.ts';
import { plainText } from './plain-text.ts';

/** The heading of a screen; it takes the focus when the user arrives there. */
export function Title({ children }: { readonly children: ComponentChildren }) {
  return (
    <h2 id={TITLE_ID} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** A screen with nothing to do on it. */
export function Plain(props: {
  readonly about: { readonly title: string; readonly text: string };
}) {
  return (
    <>
      <Title>{props.about.title}</Title>
      <p>{props.about.text}</p>
    </>
  );
}

/** The title of a screen that passes by itself. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <Title>
      <Busy />
      {text}
    </Title>
  );
}

/** The mark above the title of what has ended well. */
export function Check() {
  return (
    <svg class="check" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d="m14 25 7 7 14-15" />
    </svg>
  );
}

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
}

/** The one main thing to do. */
export function Primary(props: ButtonProps) {
  return (
    <button type="button" class="primary" onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** Something else to do. */
export function Secondary(props: ButtonProps) {
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

/** What a page hands to its copy buttons. */
export interface Copying {
  /** The text that was copied a moment ago. */
  readonly copied: string | undefined;
  readonly messages: { readonly copy: string; readonly copied: string };
  copy(text: string): void;
}

/** A button that copies a text and confirms it. */
export function Copy(props: {
  readonly text: string;
  readonly label?: string;
  readonly frame: Copying;
}) {
  const { copied, copy, messages } = props.frame;
  const isCopied = copied === props.text;
  return (
    <button
      type="button"
      class="copy needs-script"
      aria-label={isCopied ? undefined : props.label}
      onClick={() => {
        copy(props.text);
      }}
    >
      {isCopied ? messages.copied : messages.copy}
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

/** A sign of activity, without motion for users who prefer less of it. */
function Busy() {
  return <span class="busy" aria-hidden="true" />;
}

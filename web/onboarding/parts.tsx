import type { ComponentChildren } from 'preact';
import { Address, Busy, type Copying, Foreign, Row, Title } from '../ui/parts.tsx';
import type { Destination, Session } from './answers.ts';
import type { PageConfig } from './config.ts';
import type { At, Notice, Place, VisitEvent } from './places.ts';
import { tokenOf } from './tokens.ts';
import type { Words } from './words/en.ts';

/** What every screen is handed beside its visit. */
export interface Frame extends Copying {
  readonly config: PageConfig;
  readonly words: Words;
  tell(event: VisitEvent): void;
}

/** A screen shows one place. */
export type Screen<P extends Place> = (props: {
  readonly visit: At<P>;
  readonly frame: Frame;
}) => ComponentChildren;

/** A place with nothing to do in it. */
export function Plain({
  about,
}: {
  readonly about: { readonly title: string; readonly text: string };
}) {
  return (
    <>
      <Title>{about.title}</Title>
      <p>{about.text}</p>
    </>
  );
}

/** A place that passes by itself. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <Title>
      <Busy />
      {text}
    </Title>
  );
}

/** Something to know on coming back to a screen. */
export function Noticed({
  notice,
  frame,
}: {
  readonly notice: Notice | undefined;
  readonly frame: Frame;
}) {
  return notice === undefined ? null : <p class="notice">{frame.words.notices[notice]}</p>;
}

/** Who is signed in, and the way to be somebody else. */
export function SignedIn({ session, frame }: { readonly session: Session; readonly frame: Frame }) {
  const { words, tell } = frame;
  return (
    <div class="signed-in">
      {session.address !== undefined && (
        <p>
          <span class="fine">{words.signedInAs}</span> <Address address={session.address} />
        </p>
      )}
      <button type="button" class="plain" onClick={() => tell({ type: 'leave' })}>
        {words.otherWallet}
      </button>
    </div>
  );
}

/** Where a wallet is paid, as lines of a bill. */
export function DestinationRows(props: {
  readonly destination: Destination;
  readonly frame: Frame;
}) {
  const { destination, frame } = props;
  const { words } = frame;
  const token = tokenOf(destination);
  return (
    <>
      <Row name={words.destination.receive}>
        {token === undefined
          ? words.destination.unknownToken
          : words.destination.on(token.symbol, token.networkName)}
      </Row>
      <Row name={words.destination.wallet}>
        <Address address={destination.walletAddress} />
      </Row>
    </>
  );
}

/** A sentence that begins with a name from outside. */
export function Naming(props: { readonly name: string; readonly after: string }) {
  return (
    <p class="lead">
      <Foreign text={props.name} />
      {props.after}
    </p>
  );
}

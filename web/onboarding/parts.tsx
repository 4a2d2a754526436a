import type { ComponentChildren } from 'preact';
import { Address, type Copying, Foreign, Row } from '../ui/parts.tsx';
import type { Destination, Session } from './answers.ts';
import type { PageConfig } from './config.ts';
import type { Messages } from './messages/en.ts';
import type { At, Notice, PageEvent, StateName } from './page-state.ts';
import { tokenOf } from './tokens.ts';

/** What every screen is handed beside its state. */
export interface Frame extends Copying {
  readonly config: PageConfig;
  readonly messages: Messages;
  dispatch(event: PageEvent): void;
}

/** A screen shows one place. */
export type Screen<P extends StateName> = (props: {
  readonly state: At<P>;
  readonly frame: Frame;
}) => ComponentChildren;

/** Something to know on coming back to a screen. */
export function Noticed({
  notice,
  frame,
}: {
  readonly notice: Notice | undefined;
  readonly frame: Frame;
}) {
  return notice === undefined ? null : <p class="notice">{frame.messages.notices[notice]}</p>;
}

/** Who is signed in, and a button to change the user. */
export function SignedIn({ session, frame }: { readonly session: Session; readonly frame: Frame }) {
  const { messages, dispatch } = frame;
  return (
    <div class="signed-in">
      {session.address !== undefined && (
        <p>
          <span class="fine">{messages.signedInAs}</span> <Address address={session.address} />
        </p>
      )}
      <button type="button" class="plain" onClick={() => dispatch({ type: 'leave' })}>
        {messages.otherWallet}
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
  const { messages } = frame;
  const token = tokenOf(destination);
  return (
    <>
      <Row name={messages.destination.receive}>
        {token === undefined
          ? messages.destination.unknownToken
          : messages.destination.on(token.symbol, token.networkName)}
      </Row>
      <Row name={messages.destination.wallet}>
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

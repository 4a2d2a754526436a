import type { ComponentChildren } from 'preact';
import { PageFrame } from '../ui/page-frame.tsx';
import { Plain, Waiting } from '../ui/parts.tsx';
import type { PageState, StateName } from './page-state.ts';
import type { Frame } from './parts.tsx';
import { Connect } from './screens/connect.tsx';
import { Connecting } from './screens/connecting.tsx';
import { Consent } from './screens/consent.tsx';
import { DestinationScreen } from './screens/destination.tsx';
import { Done } from './screens/done.tsx';
import { OtherLogin } from './screens/other-login.tsx';
import { Signing } from './screens/signing.tsx';
import { Unreachable } from './screens/unreachable.tsx';
import { Untrusted } from './screens/untrusted.tsx';

interface PageProps {
  readonly state: PageState;
  readonly frame: Frame;
}

/** The whole page: how far the owner is on top, where they are below it. */
export function Page({ state, frame }: PageProps) {
  const { messages } = frame;
  const step = STEP_OF[state.at];
  const notice = 'notice' in state ? state.notice : undefined;
  return (
    <PageFrame
      at={state.at}
      testMode={frame.config.mode === 'sandbox' ? messages.testMode : undefined}
      head={
        <>
          <h1 class="eyebrow">{messages.title}</h1>
          {step !== undefined && <Steps step={step} frame={frame} />}
        </>
      }
      screen={
        <>
          {screenOf(state, frame)}
          <noscript>
            <p class="notice">{messages.withoutScript}</p>
          </noscript>
        </>
      }
      foot={<p>{messages.promise}</p>}
      said={{
        text: notice === undefined ? '' : messages.notices[notice],
        alarm: state.at === 'untrusted' ? messages.untrusted.text(state.problem) : '',
      }}
    />
  );
}

/** Which step a place belongs to, counted from 0; places beside the way have none. */
const STEP_OF: Readonly<Partial<Record<StateName, number>>> = {
  connect: 0,
  connecting: 0,
  signing: 0,
  other_login: 0,
  destination: 1,
  saving: 1,
  consent: 2,
  linking: 2,
};

function Steps({ step, frame }: { readonly step: number; readonly frame: Frame }) {
  const { messages } = frame;
  return (
    <ol class="way" aria-label={messages.stepsLabel}>
      {messages.steps.map((name, at) => (
        <li
          key={name}
          class={at < step ? 'ready' : at === step ? 'now' : ''}
          {...(at === step && { 'aria-current': 'step' as const })}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}

function screenOf(state: PageState, frame: Frame): ComponentChildren {
  const { messages } = frame;
  switch (state.at) {
    case 'empty':
    case 'unknown':
    case 'used':
    case 'expired':
    case 'limited':
      return <Plain about={messages[state.at]} />;
    case 'opening':
    case 'reading':
    case 'leaving':
      return <Waiting text={messages[state.at]} />;
    case 'saving':
      return <Waiting text={messages.destination.saving} />;
    case 'linking':
      return <Waiting text={messages.consent.linking} />;
    case 'unreachable':
      return <Unreachable state={state} frame={frame} />;
    case 'connect':
      return <Connect state={state} frame={frame} />;
    case 'connecting':
      return <Connecting state={state} frame={frame} />;
    case 'signing':
      return <Signing state={state} frame={frame} />;
    case 'untrusted':
      return <Untrusted state={state} frame={frame} />;
    case 'other_login':
      return <OtherLogin state={state} frame={frame} />;
    case 'destination':
      return <DestinationScreen state={state} frame={frame} />;
    case 'consent':
      return <Consent state={state} frame={frame} />;
    case 'done':
      return <Done state={state} frame={frame} />;
  }
}

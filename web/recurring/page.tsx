import type { ComponentChildren } from 'preact';
import { PageFrame } from '../ui/page-frame.tsx';
import { Plain, Primary, Title, Waiting } from '../ui/parts.tsx';
import type { PageState } from './page-state.ts';
import { type Frame, Headline } from './parts.tsx';
import { Asking } from './screens/asking.tsx';
import { Connect } from './screens/connect.tsx';
import { Connecting } from './screens/connecting.tsx';
import { Going } from './screens/going.tsx';
import { Lower } from './screens/lower.tsx';
import { Review } from './screens/review.tsx';
import { Stop } from './screens/stop.tsx';

interface PageProps {
  readonly state: PageState;
  readonly frame: Frame;
}

/** The whole page: the schedule, and where the payer is with it. */
export function Page({ state, frame }: PageProps) {
  const { messages } = frame;
  const notice = 'notice' in state ? state.notice : undefined;
  return (
    <PageFrame
      at={state.at}
      testMode={frame.config.mode === 'sandbox' ? messages.testMode : undefined}
      head={<h1 class="eyebrow">{messages.title}</h1>}
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

function screenOf(state: PageState, frame: Frame): ComponentChildren {
  const { messages } = frame;
  switch (state.at) {
    case 'empty':
    case 'unknown':
    case 'unsupported':
    case 'limited':
      return <Plain about={messages[state.at]} />;
    case 'opening':
      return <Waiting text={messages.opening} />;
    case 'unreachable':
      return (
        <>
          <Plain about={messages.unreachable} />
          <Primary onClick={() => frame.dispatch({ type: 'retry' })}>{messages.tryAgain}</Primary>
        </>
      );
    case 'connect':
      return <Connect state={state} frame={frame} />;
    case 'connecting':
      return <Connecting state={state} frame={frame} />;
    case 'reading':
    case 'measuring':
      return (
        <>
          <Headline schedule={state.schedule} frame={frame} />
          <Waiting text={messages[state.at]} />
        </>
      );
    case 'untrusted':
      return (
        <div class="stop">
          <Title>{messages.untrusted.title}</Title>
          <p>{messages.untrusted.text(state.problem)}</p>
        </div>
      );
    case 'review':
      return <Review state={state} frame={frame} />;
    case 'approving':
    case 'signing':
    case 'stopping':
    case 'lowering':
      return <Asking state={state} frame={frame} />;
    case 'approved':
    case 'lowered':
      return (
        <>
          <Headline schedule={state.schedule} frame={frame} />
          <Waiting text={messages.sent.title} />
          <p>{messages.sent.text}</p>
        </>
      );
    case 'going':
      return <Going state={state} frame={frame} />;
    case 'lower':
      return <Lower state={state} frame={frame} />;
    case 'stop':
      return <Stop state={state} frame={frame} />;
  }
}

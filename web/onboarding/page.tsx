import type { ComponentChildren } from 'preact';
import { type Frame, Plain, Waiting } from './parts.tsx';
import type { Place, Visit } from './places.ts';
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
  readonly visit: Visit;
  readonly frame: Frame;
}

/** The whole page: how far the owner is on top, where they are below it. */
export function Page({ visit, frame }: PageProps) {
  const { words } = frame;
  const step = STEP_OF[visit.at];
  const notice = 'notice' in visit ? visit.notice : undefined;
  return (
    <div class="page">
      {frame.config.mode === 'sandbox' && <p class="test-banner">{words.testMode}</p>}
      <main class={`card at-${visit.at}`}>
        <h1 class="eyebrow">{words.title}</h1>
        {step !== undefined && <Steps step={step} frame={frame} />}
        <section aria-labelledby="place">
          {screenOf(visit, frame)}
          <noscript>
            <p class="notice">{words.withoutScript}</p>
          </noscript>
        </section>
        <p class="unseen" role="status">
          {notice !== undefined && words.notices[notice]}
        </p>
        <p class="unseen" role="alert">
          {visit.at === 'untrusted' && words.untrusted.text(visit.problem)}
        </p>
      </main>
      <footer>
        <p>{words.promise}</p>
      </footer>
    </div>
  );
}

/** Which step a place belongs to, counted from 0; places beside the way have none. */
const STEP_OF: Readonly<Partial<Record<Place, number>>> = {
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
  const { words } = frame;
  return (
    <ol class="way" aria-label={words.stepsLabel}>
      {words.steps.map((name, at) => (
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

function screenOf(visit: Visit, frame: Frame): ComponentChildren {
  const { words } = frame;
  switch (visit.at) {
    case 'empty':
    case 'unknown':
    case 'used':
    case 'expired':
    case 'limited':
      return <Plain about={words[visit.at]} />;
    case 'opening':
    case 'reading':
    case 'leaving':
      return <Waiting text={words[visit.at]} />;
    case 'saving':
      return <Waiting text={words.destination.saving} />;
    case 'linking':
      return <Waiting text={words.consent.linking} />;
    case 'unreachable':
      return <Unreachable visit={visit} frame={frame} />;
    case 'connect':
      return <Connect visit={visit} frame={frame} />;
    case 'connecting':
      return <Connecting visit={visit} frame={frame} />;
    case 'signing':
      return <Signing visit={visit} frame={frame} />;
    case 'untrusted':
      return <Untrusted visit={visit} frame={frame} />;
    case 'other_login':
      return <OtherLogin visit={visit} frame={frame} />;
    case 'destination':
      return <DestinationScreen visit={visit} frame={frame} />;
    case 'consent':
      return <Consent visit={visit} frame={frame} />;
    case 'done':
      return <Done visit={visit} frame={frame} />;
  }
}

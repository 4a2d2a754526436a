import { Foreign, Primary, Row, Secondary, Title } from '../../ui/parts.tsx';
import type { At, Screening } from '../page-state.ts';
import { DestinationRows, type Frame, Naming, Noticed, type Screen, SignedIn } from '../parts.tsx';

/** The partner and its terms, where the money goes, and the button to agree. */
export const Consent: Screen<'consent'> = ({ state, frame }) => {
  const { invitation, destination, session } = state;
  const messages = frame.messages.consent;
  return (
    <>
      <Title>{messages.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <Naming name={invitation.orchestratorName} after={messages.queries} />
      <div class="may">
        <h3>{messages.mayTitle}</h3>
        <ul>
          {messages.may.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <dl class="bill">
        <Row name={messages.name}>
          <Foreign text={invitation.clientIdName} />
        </Row>
        <Row name={messages.domains}>
          <Domains domains={invitation.allowedDomains} none={messages.noDomains} />
        </Row>
        <DestinationRows destination={destination} frame={frame} />
        {!invitation.choosesScreening && invitation.screening.length > 0 && (
          <Row name={messages.screeningTitle}>
            {messages.screeningPlan} {invitation.screening.map(nameIn(frame)).join(', ')}
            <p class="fine">{messages.screeningNote}</p>
          </Row>
        )}
      </dl>
      {invitation.choosesScreening && <ScreeningChoice state={state} frame={frame} />}
      <Primary onClick={() => frame.dispatch({ type: 'agree' })}>{messages.agree}</Primary>
      {session.canRegister && (
        <Secondary onClick={() => frame.dispatch({ type: 'change' })}>{messages.change}</Secondary>
      )}
      <SignedIn session={session} frame={frame} />
    </>
  );
};

function Domains({
  domains,
  none,
}: {
  readonly domains: readonly string[];
  readonly none: string;
}) {
  if (domains.length === 0) return <>{none}</>;
  return (
    <ul class="domains">
      {domains.map((domain) => (
        <li key={domain}>
          <Foreign text={domain} />
        </li>
      ))}
    </ul>
  );
}

const SCREENINGS: readonly Screening[] = ['none', 'hypernative', 'merklescience'];

function nameIn({ messages }: Frame) {
  return (provider: string): string =>
    SCREENINGS.filter((known) => known === provider).map(
      (known) => messages.consent.screenings[known],
    )[0] ?? provider;
}

interface ChoiceProps {
  readonly state: At<'consent'>;
  readonly frame: Frame;
}

function ScreeningChoice({ state, frame }: ChoiceProps) {
  const messages = frame.messages.consent;
  return (
    <fieldset>
      <legend>{messages.screeningQuestion}</legend>
      {SCREENINGS.map((screening) => (
        <label key={screening} class="radio">
          <input
            type="radio"
            name="screening"
            value={screening}
            checked={state.choices.screening === screening}
            onChange={() => frame.dispatch({ type: 'chosen', choices: { screening } })}
          />
          {messages.screenings[screening]}
        </label>
      ))}
      {state.choices.screening !== 'none' && <p class="fine">{messages.screeningNote}</p>}
    </fieldset>
  );
}

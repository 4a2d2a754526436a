import { Foreign, Primary, Row, Secondary, Title } from '../../ui/parts.tsx';
import { DestinationRows, type Frame, Naming, Noticed, type Screen, SignedIn } from '../parts.tsx';
import type { At, Screening } from '../places.ts';

/** Who asks for what, where the money goes, and the one button that agrees. */
export const Consent: Screen<'consent'> = ({ visit, frame }) => {
  const { invitation, destination, session } = visit;
  const words = frame.words.consent;
  return (
    <>
      <Title>{words.title}</Title>
      <Noticed notice={visit.notice} frame={frame} />
      <Naming name={invitation.orchestratorName} after={words.asks} />
      <div class="may">
        <h3>{words.mayTitle}</h3>
        <ul>
          {words.may.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <dl class="bill">
        <Row name={words.name}>
          <Foreign text={invitation.clientIdName} />
        </Row>
        <Row name={words.domains}>
          <Domains domains={invitation.allowedDomains} none={words.noDomains} />
        </Row>
        <DestinationRows destination={destination} frame={frame} />
        {!invitation.choosesScreening && invitation.screening.length > 0 && (
          <Row name={words.screeningTitle}>
            {words.screeningPlan} {invitation.screening.map(nameIn(frame)).join(', ')}
            <p class="fine">{words.screeningNote}</p>
          </Row>
        )}
      </dl>
      {invitation.choosesScreening && <ScreeningChoice visit={visit} frame={frame} />}
      <Primary onClick={() => frame.tell({ type: 'agree' })}>{words.agree}</Primary>
      {session.evm && (
        <Secondary onClick={() => frame.tell({ type: 'change' })}>{words.change}</Secondary>
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

function nameIn({ words }: Frame) {
  return (provider: string): string =>
    SCREENINGS.filter((known) => known === provider).map(
      (known) => words.consent.screenings[known],
    )[0] ?? provider;
}

interface ChoiceProps {
  readonly visit: At<'consent'>;
  readonly frame: Frame;
}

function ScreeningChoice({ visit, frame }: ChoiceProps) {
  const words = frame.words.consent;
  return (
    <fieldset>
      <legend>{words.screeningAsk}</legend>
      {SCREENINGS.map((screening) => (
        <label key={screening} class="radio">
          <input
            type="radio"
            name="screening"
            value={screening}
            checked={visit.choices.screening === screening}
            onChange={() => frame.tell({ type: 'chosen', choices: { screening } })}
          />
          {words.screenings[screening]}
        </label>
      ))}
      {visit.choices.screening !== 'none' && <p class="fine">{words.screeningNote}</p>}
    </fieldset>
  );
}

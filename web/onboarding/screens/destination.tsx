import { Primary, Secondary, Title } from '../../ui/parts.tsx';
import type { At } from '../page-state.ts';
import { DestinationRows, type Frame, Noticed, type Screen, SignedIn } from '../parts.tsx';
import { payTokens } from '../tokens.ts';

/** Where the wallet is paid: what holds already, or a form. */
export const DestinationScreen: Screen<'destination'> = ({ state, frame }) => {
  const { messages } = frame;
  const { current, changing } = state;
  const isEditing = current === undefined || changing;
  return (
    <>
      <Title>{isEditing ? messages.destination.question : messages.destination.title}</Title>
      <Noticed notice={state.notice} frame={frame} />
      <p>{messages.destination.text}</p>
      {!isEditing && (
        <dl class="bill">
          <DestinationRows destination={current} frame={frame} />
        </dl>
      )}
      {isEditing ? <Form state={state} frame={frame} /> : <Keep frame={frame} />}
      <SignedIn session={state.session} frame={frame} />
    </>
  );
};

function Keep({ frame }: { readonly frame: Frame }) {
  const { destination } = frame.messages;
  return (
    <>
      <Primary onClick={() => frame.dispatch({ type: 'keep' })}>{destination.next}</Primary>
      <Secondary onClick={() => frame.dispatch({ type: 'change' })}>{destination.change}</Secondary>
    </>
  );
}

interface FormProps {
  readonly state: At<'destination'>;
  readonly frame: Frame;
}

function Form({ state, frame }: FormProps) {
  const messages = frame.messages.destination;
  const { choices, session } = state;
  const tokens = payTokens(frame.config, session.address);
  const networks = new Map(tokens.map((token) => [token.networkId, token.networkName]));
  if (networks.size === 0) return <p class="notice">{messages.noNetwork}</p>;
  // There is nothing to choose where there is one, as on Tron.
  const only = networks.size === 1 ? [...networks.keys()][0] : undefined;
  const networkId = only ?? choices.networkId;
  const offered = tokens.filter((token) => token.networkId === networkId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        frame.dispatch({ type: 'save' });
      }}
    >
      <Choice
        id="network"
        label={messages.network}
        question={messages.chooseNetwork}
        value={networkId}
        options={[...networks]}
        onChange={(value) => frame.dispatch({ type: 'chosen', choices: { networkId: value } })}
      />
      <Choice
        id="currency"
        label={messages.currency}
        question={messages.chooseCurrency}
        value={choices.currencyId}
        options={offered.map((token) => [token.currencyId, token.symbol])}
        onChange={(currencyId) =>
          frame.dispatch({ type: 'chosen', choices: { networkId, currencyId } })
        }
      />
      {state.current !== undefined && <p class="fine">{messages.changeNote}</p>}
      <button type="submit" class="primary">
        {messages.next}
      </button>
      {state.current !== undefined && (
        <Secondary onClick={() => frame.dispatch({ type: 'keep' })}>
          {frame.messages.back}
        </Secondary>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** What stands there before anything is chosen. */
  readonly question: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ id, label, question, value, options, onChange }: ChoiceProps) {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        required
        value={value}
        disabled={options.length === 0}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{question}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

import { Primary, Secondary, Title } from '../../ui/parts.tsx';
import { DestinationRows, type Frame, Noticed, type Screen, SignedIn } from '../parts.tsx';
import type { At } from '../places.ts';
import { payTokens } from '../tokens.ts';

/** Where the wallet is paid: what holds already, or a form. */
export const DestinationScreen: Screen<'destination'> = ({ visit, frame }) => {
  const { words } = frame;
  const { current, changing } = visit;
  const asks = current === undefined || changing;
  return (
    <>
      <Title>{asks ? words.destination.ask : words.destination.title}</Title>
      <Noticed notice={visit.notice} frame={frame} />
      <p>{words.destination.text}</p>
      {!asks && (
        <dl class="bill">
          <DestinationRows destination={current} frame={frame} />
        </dl>
      )}
      {asks ? <Form visit={visit} frame={frame} /> : <Keep frame={frame} />}
      <SignedIn session={visit.session} frame={frame} />
    </>
  );
};

function Keep({ frame }: { readonly frame: Frame }) {
  const { destination } = frame.words;
  return (
    <>
      <Primary onClick={() => frame.tell({ type: 'keep' })}>{destination.next}</Primary>
      <Secondary onClick={() => frame.tell({ type: 'change' })}>{destination.change}</Secondary>
    </>
  );
}

interface FormProps {
  readonly visit: At<'destination'>;
  readonly frame: Frame;
}

function Form({ visit, frame }: FormProps) {
  const words = frame.words.destination;
  const { networkId, currencyId } = visit.choices;
  const tokens = payTokens(frame.config);
  const networks = new Map(tokens.map((token) => [token.networkId, token.networkName]));
  const offered = tokens.filter((token) => token.networkId === networkId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        frame.tell({ type: 'save' });
      }}
    >
      <Choice
        id="network"
        label={words.network}
        ask={words.chooseNetwork}
        value={networkId}
        options={[...networks]}
        onChange={(value) => frame.tell({ type: 'chosen', choices: { networkId: value } })}
      />
      <Choice
        id="currency"
        label={words.currency}
        ask={words.chooseCurrency}
        value={currencyId}
        options={offered.map((token) => [token.currencyId, token.symbol])}
        onChange={(value) => frame.tell({ type: 'chosen', choices: { currencyId: value } })}
      />
      {visit.current !== undefined && <p class="fine">{words.changeNote}</p>}
      <button type="submit" class="primary">
        {words.next}
      </button>
      {visit.current !== undefined && (
        <Secondary onClick={() => frame.tell({ type: 'keep' })}>{frame.words.back}</Secondary>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** What stands there before anything is chosen. */
  readonly ask: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ id, label, ask, value, options, onChange }: ChoiceProps) {
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
        <option value="">{ask}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

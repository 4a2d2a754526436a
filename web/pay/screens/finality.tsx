import { Row } from '../../ui/parts.tsx';
import { isFinal } from '../finality.ts';
import { standingsOf } from '../standings.ts';
import { billedWords } from '../words/en-billed.ts';

/** Since when a payment counts, in which block it is, and whether the network can still take it back. */
export function Finality({ statuses }: { readonly statuses: unknown }) {
  const words = billedWords.receipt;
  const standings = standingsOf(statuses);
  if (standings.length === 0) return null;
  const finalAt = Math.max(...standings.map(({ finalized }) => finalized?.at ?? 0));
  return (
    <>
      <Row name={words.confirmed} kind="sum">
        {standings.map(({ hash, seen, confirmed }) => (
          <div key={hash}>
            {confirmed !== undefined && `${timeText(confirmed.at)}, `}
            {words.block(seen.blockNumber)}
          </div>
        ))}
      </Row>
      <Row name={words.final}>
        {isFinal(statuses) === true ? words.finalSince(timeText(finalAt)) : words.notFinal}
      </Row>
    </>
  );
}

/** A time as the payer writes it; only ever in the browser, which knows how. */
export function timeText(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

import { Component, type ComponentChildren } from 'preact';
import { plainText } from '../../ui/plain-text.ts';
import { moreMessages } from '../messages/en/more.ts';

/** So many payees are shown at once; the others are one press away. */
const SHOWN_FIRST = 5;

/** From so many on nobody finds one by reading. */
const SEARCHED_FROM = 21;

/** A payee as it is listed, and the text by which it is found. */
export interface PayeeRow {
  readonly text: string;
  readonly shown: ComponentChildren;
}

interface PayeeListProps {
  readonly rows: readonly PayeeRow[];
}

interface Searched {
  readonly wanted: string;
}

/** The payees of a link: the first ones, the others behind a press, and a search for one of many. */
export class PayeeList extends Component<PayeeListProps, Searched> {
  override state: Searched = { wanted: '' };

  override render({ rows }: PayeeListProps, { wanted }: Searched) {
    const found = wanted === '' ? rows.slice(0, SHOWN_FIRST) : findRows(rows, wanted);
    const others = wanted === '' ? rows.slice(SHOWN_FIRST) : [];
    return (
      <>
        {rows.length >= SEARCHED_FROM && (
          <input
            type="search"
            class="needs-script"
            aria-label={moreMessages.search}
            placeholder={moreMessages.search}
            onInput={({ currentTarget }) => this.setState({ wanted: currentTarget.value.trim() })}
          />
        )}
        {wanted !== '' && <p aria-live="polite">{moreMessages.found(found.length)}</p>}
        <ol class="payees">{found.map(({ shown }) => shown)}</ol>
        {others.length > 0 && (
          <details class="payees-more">
            <summary>{moreMessages.showOthers(others.length)}</summary>
            <ol class="payees">{others.map(({ shown }) => shown)}</ol>
          </details>
        )}
      </>
    );
  }
}

/** Those with every word of a search, in any order and case. */
export function findRows(rows: readonly PayeeRow[], wanted: string): readonly PayeeRow[] {
  const words = plainText(wanted).toLowerCase().split(/\s+/);
  return rows.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
}

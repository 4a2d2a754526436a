import { describe, expect, it } from 'vitest';
import { csvOf } from './chart-csv.ts';

describe('a table as CSV', () => {
  it('has a byte order mark and quotes what has to be', () => {
    expect(
      csvOf([
        ['Day', 'a "b", c'],
        ['2026-01-01', '-1.5'],
      ]),
    ).toBe('\uFEFFDay,"a ""b"", c"\r\n2026-01-01,-1.5\r\n');
  });

  it.each(['=1+1', '+1', '-1+1', '@a', '\t=1'])('shows "%s" and does not calculate it', (text) => {
    expect(csvOf([[text]])).toBe(`\uFEFF'${text}\r\n`);
  });
});

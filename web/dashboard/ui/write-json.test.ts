import { describe, expect, it } from 'vitest';
import { writeJson } from './write-json.ts';

describe('JSON that people read', () => {
  it('is indented and parses to the same value', () => {
    const value = { reference: 'Order\n7 "ü"', amounts: ['1.5', null] };
    expect(writeJson(value)).toContain('\n  "amounts": [\n');
    expect(JSON.parse(writeJson(value))).toEqual(value);
  });

  it('writes characters that turn round or hide others as escapes', () => {
    const value = { reference: 'a\u202Egnp.exe\u200B\u2066\uFEFF\u2028' };
    expect(writeJson(value)).toContain(String.raw`a\u202egnp.exe\u200b\u2066\ufeff\u2028`);
    expect(JSON.parse(writeJson(value))).toEqual(value);
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Refusal } from '#kit/failure.ts';
import { clearMessages, refuseInput } from '#platform/http/field-issues.ts';
import { ENDPOINTS } from './endpoints.ts';

/** What the schema library says by itself, in any of its messages. */
const LIBRARY_NAMES =
  /Invalid (input|option|string|number|key|value|discriminator|email|URL|UUID|ULID|ISO|regex)|Too (big|small)|expected .*, received|Unrecognized key|must match pattern|NaN/;

const WRONG: readonly unknown[] = [
  1,
  -1,
  1.5,
  1e300,
  '',
  'x',
  ' \n',
  '0x',
  'x'.repeat(10_000),
  true,
  null,
  [],
  [1],
  ['x', null],
  {},
  { unknown: 1 },
];

/** A copy of a sample for each place in it and each wrong value, and one with a field too many. */
function* mutations(sample: unknown): Generator<unknown> {
  yield* WRONG;
  if (Array.isArray(sample)) {
    yield Array.from({ length: 2_000 }, () => sample[0]);
    for (const [i, item] of sample.entries()) {
      for (const wrong of mutations(item)) yield sample.with(i, wrong);
    }
  } else if (typeof sample === 'object' && sample !== null) {
    yield { ...sample, colour: 'red' };
    for (const [name, value] of Object.entries(sample)) {
      const { [name]: _left, ...others }: Record<string, unknown> = { ...sample };
      yield others;
      for (const wrong of mutations(value)) yield { ...others, [name]: wrong };
    }
  }
}

const Described = z.looseObject({
  examples: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

/** What a schema shows as an example, with every field that it declares. */
function samplesOf(schema: z.ZodType): unknown[] {
  const described = Described.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  const fields = Object.keys(described.properties ?? {});
  return [...(described.examples ?? []), Object.fromEntries(fields.map((name) => [name, 'x']))];
}

function* refusalsOf(endpoint: (typeof ENDPOINTS)[number]): Generator<Refusal> {
  for (const schema of [endpoint.body, endpoint.query, endpoint.params]) {
    if (schema === undefined) continue;
    for (const value of samplesOf(schema).flatMap((sample) => [...mutations(sample)])) {
      const { error } = schema.safeParse(value, clearMessages);
      if (error !== undefined) yield refuseInput(error.issues, endpoint);
    }
  }
}

describe('the words of a refused field', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'of %s are ours, whatever is wrong with it',
    (_name, endpoint) => {
      const refusals = [...refusalsOf(endpoint)];
      expect(refusals.length).toBeGreaterThan(10);
      const said = refusals.map(({ message, errors, body }) =>
        JSON.stringify({ message, errors, body }),
      );
      const raw = said.filter((text) => LIBRARY_NAMES.test(text));
      expect(raw.slice(0, 3)).toEqual([]);
    },
  );
});

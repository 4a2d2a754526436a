import { describe, expect, it } from 'vitest';
import { extractBases } from './openapi-bases.ts';
import { collectExamples, splitExamples } from './openapi-examples.ts';

const text = (examples: string[]) => ({ type: 'string', examples });
const example = {
  id: 'a-long-identifier-of-a-page',
  item: { name: 'a name that is not repeated' },
};
const schemas = {
  Item: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    examples: [example.item],
  },
  Page: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      item: { $ref: '#/components/schemas/Item' },
      late: { const: true },
    },
    required: ['id', 'item'],
    examples: [example],
  },
};

describe('examples of a description', () => {
  it('stand once, and are read back as they were declared', () => {
    const split = splitExamples(schemas);
    expect(split).toMatchObject({ Page: { properties: { id: text([example.id]) } } });
    expect(JSON.stringify(split).split(example.item.name)).toHaveLength(2);
    expect(Object.fromEntries(collectExamples(split))).toEqual({
      Item: example.item,
      Page: example,
    });
  });
});

describe('a base of schemas', () => {
  it('has what they share, and leaves closed ones closed', () => {
    const kind = (id: string) => ({
      type: 'object',
      properties: { id: { type: 'string' }, event: { const: id } },
      required: ['id', 'event'],
      additionalProperties: false,
    });
    const bases = { Event: { description: 'An event.', of: ['A', 'B'] } };
    expect(extractBases({ A: kind('a'), B: kind('b') }, bases)).toMatchObject({
      Event: { properties: { id: { type: 'string' } }, required: ['id'] },
      A: {
        allOf: [{ $ref: '#/components/schemas/Event' }],
        properties: { event: { const: 'a' } },
        required: ['event'],
        unevaluatedProperties: false,
      },
    });
  });

  it('fails when it names a schema that does not exist, or shares nothing', () => {
    const thing = { type: 'object', properties: { id: { type: 'string' } } };
    const other = { type: 'object', properties: { name: { type: 'string' } } };
    const baseOf = (...of: string[]) => ({ Base: { description: 'Shared members.', of } });
    expect(() => extractBases({ A: thing, B: thing }, baseOf('A', 'B', 'C'))).toThrow(
      'the base Base names a schema that does not exist: C',
    );
    expect(() => extractBases({ A: thing, B: other }, baseOf('A', 'B'))).toThrow(
      'the schemas of the base Base share no member',
    );
  });
});

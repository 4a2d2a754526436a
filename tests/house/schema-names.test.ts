import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textOf } from './tree.ts';

const Content = z.object({
  'application/json': z.object({ schema: z.object({ $ref: z.string() }) }),
});
const Operation = z.object({
  operationId: z.string(),
  requestBody: z.object({ content: Content }).optional(),
});
const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

const { paths, components } = Description.parse(JSON.parse(textOf('openapi.json')));
const names = Object.keys(components.schemas);
const operations = Object.values(paths).flatMap((item) =>
  Object.values(item).flatMap((part) => Operation.safeParse(part).data ?? []),
);

/** Words that say nothing to a reader of a client library, and participles in place of a role. */
const BANNED =
  /Wish|Words|Told|Answer|Done$|ToDo|Mark|Awaits|Wanted|View$|(Created|Changed?|Updated|Removed|Revoked|Rotated|Rotation|Tested|Replayed|Linked|Unlinked|Accepted|Refused)(V\d)?$/;

describe('schema names of the API', () => {
  it('use the words of client libraries', () => {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => BANNED.test(name))).toEqual([]);
  });

  it('end in Request for every request body', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      requestBody
        ? [[operationId, requestBody.content['application/json'].schema.$ref.split('/').pop()]]
        : [],
    );
    expect(bodies.length).toBeGreaterThan(25);
    expect(bodies.filter(([, name]) => !/Request$/.test(String(name)))).toEqual([]);
  });

  it('would find a planted one', () => {
    const planted = ['SecurePaymentWish', 'PaymentProviderWords', 'ClientIdWishV1', 'WebhookView'];
    expect(planted.filter((name) => !BANNED.test(name))).toEqual([]);
  });
});

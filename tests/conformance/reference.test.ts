import { spawnSync } from 'node:child_process';
import { brotliDecompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { docUrlOf } from '#platform/http/endpoint.ts';
import { precompress } from '#platform/http/precompressed.ts';
import { renderReference } from '#platform/http/reference/page.ts';
import { describeApi } from '../../src/hosts/api/api.ts';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import { REFERENCE_GROUPS } from '../../src/hosts/api/reference-groups.ts';

const document = describeApi({ api: 'https://api.example', auth: 'https://auth.example' });
const { html } = renderReference({ document, groups: REFERENCE_GROUPS });

/** 14 packets of 1,460 bytes, which a server sends before it waits for an answer. */
const FIRST_FLIGHT_BYTES = 14_600;

const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** The text of an HTML fragment. */
function textOf(fragment: string): string {
  return fragment
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('the reference of the real API (issue 12, part 9)', () => {
  it('keeps the anchor that the docUrl of error bodies names, for each operation', () => {
    const anchors = ENDPOINTS.map((endpoint) => docUrlOf(endpoint, '').slice('#'.length));
    expect(anchors.length).toBeGreaterThan(70);
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
  });

  it('gives each id once, and leads to no id that it lacks', () => {
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    const linked = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id = '']) => id);
    expect([...new Set(linked)].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has the whole first operation in the first packets, with an example request', async () => {
    const { br } = await precompress(html, 'text/html');
    const first = brotliDecompressSync(br.subarray(0, FIRST_FLIGHT_BYTES), {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }).toString();
    const [, operation = '', rest] = first.split('<article', 3);
    expect(operation).toContain('id="/Secure%20payments/createSecurePayment"');
    expect(textOf(operation)).toContain('-X POST "$API/v2/secure-payments"');
    expect(rest).toBeDefined();
    // No more for each operation than 100 kB for the 162 that there were when it was set.
    expect(br.length / ENDPOINTS.length).toBeLessThan(100_000 / 162);
  });

  it('shows an example request of each operation that a shell can read', () => {
    const requests = [
      ...html.matchAll(/<figcaption>Request<\/figcaption><pre[^>]*><code>(.*?)<\/code>/gs),
    ].map(([, code = '']) => textOf(code));
    expect(requests).toHaveLength(ENDPOINTS.length);
    expect(requests.filter((request) => !request.startsWith('curl -sS --fail-with-body'))).toEqual(
      [],
    );
    const read = spawnSync('bash', ['-n'], { input: requests.join('\n'), encoding: 'utf8' });
    expect([read.status, read.stderr]).toEqual([0, '']);
    expect(requests[0]).toContain('"amount": "12.5"');
  });

  it('shows in full what an operation refuses', () => {
    const [, rest = ''] = html.split('id="/Secure%20payments/createSecurePayment"');
    const operation = textOf(rest.split('</article>')[0] ?? '');
    expect(operation).toContain('"code": "invalid_amount"');
    expect(operation).toContain(
      '"docUrl": "https://api.example/docs#/Secure%20payments/createSecurePayment"',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { TEST_ENDPOINTS } from '../../../../tests/support/test-host.ts';
import { printOpenApi } from '../openapi.ts';
import { html } from './html.ts';
import { renderInline, renderMarkdown } from './markdown.ts';
import { renderReference } from './page.ts';
import { printJson } from './print-json.ts';

const urls = { api: 'https://api.example', auth: 'https://auth.example' };
const document = printOpenApi({ endpoints: TEST_ENDPOINTS, urls, webhooks: [] });
const ids = TEST_ENDPOINTS.map(({ operationId }) => operationId);

const render = (operationIds: readonly string[]) =>
  renderReference({ document, groups: [{ title: 'Things', description: 'All.', operationIds }] });

describe('the reference page', () => {
  it('shows each operation in the order of its group', () => {
    const backwards = [...ids].reverse();
    const shown = [
      ...render(backwards).html.matchAll(
        /<article class="operation" id="\/(?:Things|Hooks)\/(\w+)"/g,
      ),
    ];
    expect(shown.map(([, id]) => id)).toEqual(backwards);
  });

  it('fails for an operation that stands in no group, in two, or does not exist', () => {
    const [first = '', ...others] = ids;
    expect(() => render(others)).toThrow(first);
    expect(() => render([...ids, first])).toThrow(first);
    expect(() => render([...ids, 'inventThing'])).toThrow('inventThing');
  });

  it('shows for an operation who may call it, what it takes, and what it answers', () => {
    const [, text = ''] = render(ids).html.split('id="/Things/createThing"');
    const [operation = ''] = text.split('</article>');
    expect(operation).toContain('<code>/v2/things</code>');
    expect(operation).toContain('<li>API key</li><li>client ID</li>');
    expect(operation).toContain('<code class="name">name</code>');
    expect(operation).toContain('at most 20 characters');
    expect(operation).toContain('-H &quot;x-api-key: $KEY&quot;');
    expect(operation).toContain('&quot;name&quot;: &quot;lamp&quot;');
    expect(operation).toContain('<a href="#/errors/rate_limited">');
  });
});

describe('text in HTML', () => {
  it('is escaped wherever it stands', () => {
    const evil = `<script>alert("1")</script>&'`;
    const safe = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';
    expect(
      html`<p title="${evil}">${[evil, false, undefined, html`<b>${evil}</b>`]}</p>`.text,
    ).toBe(`<p title="${safe}">${safe}<b>${safe}</b></p>`);
    expect(renderMarkdown(`${evil}\n\n- \`${evil}\`\n- b`).text).toBe(
      `<p>${safe}</p><ul><li><code>${safe}</code></li><li>b</li></ul>`,
    );
    expect(printJson({ a: evil.slice(0, 8) }).text).toContain('&lt;script&gt;');
  });

  it('keeps a backtick that has no second one', () => {
    expect(renderInline('a `b` c').text).toBe('a <code>b</code> c');
    expect(renderInline('a ` c').text).toBe('a ` c');
  });
});

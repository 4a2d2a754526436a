import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { LeftOut } from './left-out.tsx';

/** The end of the review of a bundle, of which payments are blocked for these reasons. */
const shown = (...reasons: readonly (string | undefined)[]) =>
  render(
    h(LeftOut, {
      payments: reasons.map((blocked) => ({ blocked })),
      children: h('button', {}, 'Pay'),
    }),
  );

describe('the payments of a bundle that are left out', () => {
  it('are counted, and nothing is paid before that is ticked', () => {
    const html = shown('secure_payment_expired', undefined, 'compliance_failed');
    expect(html).toContain('2 of 3 payments will be left out');
    expect(html).toContain('type="checkbox"');
    expect(html).not.toContain('<button');
  });

  it('are not those that were paid or are on their way', () => {
    const html = shown('already_paid', undefined, 'request_processing');
    expect(html).toBe('<button>Pay</button>');
  });
});

import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Copy } from './parts.tsx';

const messages = { copy: 'Copy', copied: 'Copied' };

it('is called what it shows, also while it says that the text was copied', () => {
  const html = (copied: string | undefined) =>
    render(
      h(Copy, {
        text: '0x12',
        label: 'Copy the address of the payee',
        frame: { copied, messages, copy: () => undefined },
      }),
    );
  const named = 'aria-label="Copy the address of the payee"';
  expect(html(undefined)).toContain(`${named}>Copy<`);
  expect(html('another text')).toContain(`${named}>Copy<`);
  expect(html('0x12')).toContain('>Copied<');
  expect(html('0x12')).not.toContain('aria-label');
});

import { createHash } from 'node:crypto';

/** What a policy says of elements of a document that hold their own text, by the name of the element: their hashes, in order. */
export function policyHashes(html: string, tag: 'script' | 'style'): string {
  const found = html.matchAll(new RegExp(`<${tag}(?![^>]* src=)[^>]*>(.*?)</${tag}>`, 'gs'));
  return [...found]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');
}

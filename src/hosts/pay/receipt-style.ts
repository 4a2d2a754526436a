import { type StyleAsset, styleAsset } from './style-asset.ts';

/** What the page of receipts adds to the style of the pay page, whose colours it uses, on screen and on paper. */
const STYLE = `
.paper :is(.card, .merchant) { max-width: 44rem; }
.paper h1 { margin: 0; font-size: 0.875rem; font-weight: 400; color: var(--muted); }
.paper article + article { margin-top: 2.5rem; padding-top: 2rem; border-top: 3px double var(--line); }
.paper article h2 { margin: 0.35rem 0 0; font-size: clamp(1.75rem, 8vw, 2.75rem); font-weight: 600; line-height: 1.15; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.paper .under { margin: 0.25rem 0 0; color: var(--muted); }
.paper dl { margin: 0; }
.paper section h3 { margin-bottom: 0.6rem; font-size: 1rem; color: var(--text); }
.paper dd code { font: 0.875rem / 1.5 var(--mono); }
.paper dd { overflow-wrap: anywhere; }
.paper .row { padding: 0.45rem 0; }
.paper .actions { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; margin-top: 1.5rem; }
.paper .actions form { flex: 1 1 100%; margin-bottom: 0.5rem; }
.paper .actions .primary { margin: 0; }
.paper .actions .fine { flex: 1 1 100%; margin: 0; }
.paper .actions a, .paper .more a { display: inline-flex; align-items: center; min-height: var(--target); color: var(--accent); font-weight: 600; }
.paper .checked { margin: 1.25rem 0 0; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--soft); }
.paper .checked > :last-child { margin-bottom: 0; }
.paper .checked strong { display: block; }
.paper .checked.sound { border-color: var(--accent); }
.paper .checked.sound strong { color: var(--accent); }
.paper .checked.wrong { border-color: var(--stop-line); background: var(--stop-ground); color: var(--stop-text); }
.paper .checked ul { margin: 0.5rem 0; padding-inline-start: 1.25rem; }
.paper .checked:focus { outline: 3px solid var(--focus); outline-offset: 2px; }
.paper .merchant + .page .card { margin-top: 0.9rem; }
.paper .last { margin: 1.25rem 0 0; }
@media (min-width: 40rem) {
  .paper .row { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; }
  .paper .row dd { margin: 0; }
}
@media print {
  :root { color-scheme: light; --text: #000; --muted: #444; --line: #bbb; --card: #fff; --ground: #fff; --accent: #000; --soft: #fff; }
  .paper { display: block; padding: 0; font-size: 10.5pt; }
  .paper .page { display: block; }
  .paper .card { max-width: none; margin: 0; padding: 0; }
  .paper :is(.actions, .more) { display: none; }
  .paper .merchant { max-width: none; margin: 0 0 1rem; padding: 0; }
  .paper article + article { break-before: page; border-top: 0; margin: 0; padding: 0; }
  .paper section { margin-top: 1rem; padding-top: 1rem; }
  .paper .row { display: grid; grid-template-columns: 9rem minmax(0, 1fr); padding: 0.2rem 0; break-inside: avoid; }
  .paper h3 { break-after: avoid; }
}
@page { margin: 18mm; }
`;

/** The stylesheet of the page of receipts. */
export function receiptStyle(): StyleAsset {
  return styleAsset('receipt', STYLE);
}

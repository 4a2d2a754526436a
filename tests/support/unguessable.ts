/** How much of the random part is compared: 50 of 80 bits, which two draws never share by chance. */
const COMPARED = { from: 10, to: 20 };

/** The beginnings of the random parts of ULIDs, each once: neighbours share one. */
export function randomBeginnings(ulids: readonly string[]): ReadonlySet<string> {
  return new Set(ulids.map((ulid) => ulid.slice(COMPARED.from, COMPARED.to)));
}

/** A table of legal moves: for each state, the events it answers and where they lead. */
export type Machine<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** The state after an event, or undefined when the event does not apply in this state. */
export function next<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  from: State,
  event: Event,
): State | undefined {
  return machine[from][event];
}

/** The machine as a Mermaid diagram, for docs/reference/states.md. */
export function toMermaid(machine: Machine<string, string>): string {
  const arrows = Object.entries(machine).flatMap(([from, moves]) =>
    Object.entries(moves).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  );
  return ['stateDiagram-v2', ...arrows].join('\n');
}

export function eventsourceClient(url: string, onData: (data: string) => void): () => void;
export function heyApi(url: string, signal: AbortSignal): AsyncIterable<{ message?: { content: string } }>;

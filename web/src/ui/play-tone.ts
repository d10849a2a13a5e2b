// Short sounds, made on the spot: no files, nothing to load. A browser lets a page sound only after the user has touched it.
interface Note {
  readonly hz: number;
  readonly atMs: number;
  readonly lengthMs: number;
  /** Where the pitch glides to; without it the pitch stands. */
  readonly toHz?: number;
}

const tones = {
  tide: [
    { hz: 392, toHz: 523, atMs: 0, lengthMs: 320 },
    { hz: 587, atMs: 220, lengthMs: 420 },
  ],
  bell: [
    { hz: 1047, atMs: 0, lengthMs: 700 },
    { hz: 2093, atMs: 0, lengthMs: 260 },
    { hz: 1319, atMs: 180, lengthMs: 700 },
  ],
  drop: [
    { hz: 1400, toHz: 500, atMs: 0, lengthMs: 130 },
    { hz: 1700, toHz: 700, atMs: 160, lengthMs: 130 },
  ],
} as const satisfies Record<string, readonly Note[]>;

let audio: AudioContext | null = null;
/** A browser that wants a touch first does not answer before it: what is not allowed by then is silent. */
const answerMs = 500;

/** False: the browser does not let this page sound (yet). */
export async function playTone(tone: keyof typeof tones, loudness = 0.2): Promise<boolean> {
  try {
    audio ??= new AudioContext();
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, answerMs))]);
    if (audio.state !== 'running') return false;
    const start = audio.currentTime + 0.01;
    for (const note of tones[tone]) soundNote(audio, note, start, loudness);
    return true;
  } catch {
    return false;
  }
}

function soundNote(context: AudioContext, { hz, toHz, atMs, lengthMs }: Note, start: number, loudness: number) {
  const [from, to] = [start + atMs / 1000, start + (atMs + lengthMs) / 1000];
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hz });
  const gain = new GainNode(context, { gain: 0 });
  if (toHz !== undefined) oscillator.frequency.exponentialRampToValueAtTime(toHz, to);
  // In fast, out slowly: a sound that begins or ends at once clicks.
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, to);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(to + 0.02);
}

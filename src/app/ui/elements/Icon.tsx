const strokes = {
  find: 'M7 2.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zM10.6 10.6 14.4 14.4',
  density: 'M2 3.3h12M2 6.4h12M2 9.6h12M2 12.7h12',
  wall: 'M1.7 3h12.6v8.3H1.7zM6 14h4',
  leave: 'M9.5 2.5h-7v11h7M6 8h8M10.8 4.8 14 8l-3.2 3.2',
  caret: 'M4 6.2 8 10.2 12 6.2',
  copy: 'M5.5 5.5h8v8h-8zM5.5 10.5h-3v-8h8v3',
  forth: 'M6.2 4 10.2 8 6.2 12',
  close: 'M3.5 3.5 12.5 12.5M12.5 3.5 3.5 12.5',
  more: 'M2 4h12M2 8h12M2 12h12',
  regions:
    'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM1.8 8h12.4M8 1.8c4.4 4 4.4 8.4 0 12.4M8 1.8c-4.4 4-4.4 8.4 0 12.4',
  nodes: 'M2 2.8h12v4.4H2zM2 8.8h12v4.4H2zM4.4 5h1M4.4 11h1',
  events: 'M1.5 10.5c2.2 0 2.3-6.5 4.6-6.5s2.2 8 4.4 8 2.2-4.5 4-4.5',
} as const;

export type IconName = keyof typeof strokes | 'theme' | 'sort' | 'status';

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      {name === 'theme' && (
        <>
          <circle cx="8" cy="8" r="6" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
        </>
      )}
      {name === 'sort' && <path d="M4 6h8L8 11z" fill="currentColor" stroke="none" />}
      {name === 'status' && (
        <path
          d="M1 10h2.6v4H1zM4.8 8h2.6v6H4.8zM8.6 2h2.6v12H8.6zM12.4 6H15v8h-2.6z"
          fill="currentColor"
          stroke="none"
        />
      )}
      {name in strokes && <path d={strokes[name as keyof typeof strokes]} />}
    </svg>
  );
}

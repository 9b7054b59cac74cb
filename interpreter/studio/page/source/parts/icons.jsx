// Line icons of one weight, drawn for the studio; they say nothing that words beside them do not say.
const PATHS = {
  rules: 'M5 3h9l5 5v13H5zM14 3v5h5M8 12h8M8 16h6',
  variant: 'M7 4v9a4 4 0 0 0 4 4h6M14 14l3 3-3 3M7 4v16',
  test: 'M10 3h4M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 15h9',
  circle: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  large: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  sheet: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  words: 'M4 6h10M9 4v2M6 15c4-2 6-5 6.5-9M7 9c1 3 3 5 5 6M13 20l4-10 4 10M14.5 17h5',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3',
  play: 'M7 4.5v15l12-7.5z',
  stop: 'M6.5 6.5h11v11h-11z',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  save: 'M12 4v11M8 11l4 4 4-4M5 19h14',
  open: 'M3 7V5h6l2 2h10v12H3zM3 10h18',
  clock: 'M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  tour: 'M12 3v18M12 5h7l-2 3 2 3h-7M12 8H6l2 2.5L6 13h6',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  error: 'M12 7v6M12 16.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  warning: 'M12 9v5M12 17h.01M12 3.5L2.5 20h19z',
  good: 'M8 12.5l3 3 5-6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  lamp: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V16h7v-2.1A6 6 0 0 0 12 3z',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14',
  cards: 'M4 6l9-2.5 4 14L8 20zM17.5 6H21v14h-9',
  numbers: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  down: 'M6 9l6 6 6-6',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
};

export function Icon({ name, size = 18 }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

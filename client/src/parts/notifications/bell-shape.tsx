/** SVG shapes on a 24-pixel grid. */
export const bellShape = <path d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />;

/** The clipboard, and files to keep. */

/** @param {string} text */
export async function copyText(text) {
  await navigator.clipboard.writeText(text).catch(() => {
    throw new Error('The browser does not let the page use the clipboard.');
  });
}

/** @param {string} text @param {string} name */
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

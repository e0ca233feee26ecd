// Nothing is needed for the package. With `next build --webpack`, instead of Turbopack, code of the server
// needs `serverExternalPackages: ["schedscope"]`: webpack's addresses of files are no files there.
export default {
  // Next.js itself is installed elsewhere here.
  turbopack: { root: "/" },
  outputFileTracingRoot: "/",
};

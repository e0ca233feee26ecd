/** What runs on every page of the documentation: the embeds. */
import "./live";

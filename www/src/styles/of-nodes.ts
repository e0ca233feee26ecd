/** What the views of nodes, quotas and VMs look like, loaded with the first of them. */
import "./over.css";
import "./pods.css";
import "./nodes.css";
import "./quota-verdict.css";
